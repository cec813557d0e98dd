-- Stores a match at version 0; answers 0 if there is one already.
-- KEYS: match, due, index of the owner, then one index for each principal
-- ARGV: 1 match id, 2 clock offset, 3 due in, 4 status, 5 owner, 6 commit id of version 0,
--       then the parts: name and bytes in turn
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2]
local stamp = string.format('%.0f', now)
redis.call('HSET', KEYS[1], 'v', '0', 'c', ARGV[6], 'b', ARGV[6], 't', stamp, 'n', stamp,
  'st', ARGV[4], 'o', ARGV[5], unpack(ARGV, 7))
redis.call('ZADD', KEYS[2], string.format('%.0f', now + ARGV[3]), ARGV[1])
for i = 3, #KEYS do
  redis.call('ZADD', KEYS[i], 0, ARGV[1])
end
return 1
