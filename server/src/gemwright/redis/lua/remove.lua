-- Forgets an archived match, and what may be left of one; a match with a log stays.
-- KEYS: match, log, requests, live matches of the owner, then the sorted sets that hold its id
-- ARGV: 1 match id
if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], 'z') == 0 then
  return 0
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('SREM', KEYS[4], ARGV[1])
for i = 5, #KEYS do
  redis.call('ZREM', KEYS[i], ARGV[1])
end
return 1
