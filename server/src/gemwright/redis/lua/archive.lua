-- Puts the archive of a match in the place of its parts and log; answers 0 if the match has changed.
-- KEYS: match, log, due
-- ARGV: 1 match id, 2 clock offset, 3 version, 4 commit id, 5 archive, 6 due in, 7 the bucket's tag
local match = redis.call('HMGET', KEYS[1], 'v', 'c', 'o')
if match[1] ~= ARGV[3] or match[2] ~= ARGV[4] then
  return 0
end
-- What frees memory comes first: then archiving works on a Redis that is full, too.
redis.call('HDEL', KEYS[1], 'm', 'r', 's', 'e')
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'z', ARGV[5])
-- Whoever ended it may have been too old to know of this set.
redis.call('SREM', ARGV[7] .. 'live:' .. match[3], ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2]
redis.call('ZADD', KEYS[3], string.format('%.0f', now + ARGV[6]), ARGV[1])
return 1
