-- Sets when to look at a match again, or strikes one that is gone off the list.
-- KEYS: match, due
-- ARGV: 1 match id, 2 clock offset, 3 due in
if redis.call('EXISTS', KEYS[1]) == 0 then
  return redis.call('ZREM', KEYS[2], ARGV[1])
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2]
return redis.call('ZADD', KEYS[2], string.format('%.0f', now + ARGV[3]), ARGV[1])
