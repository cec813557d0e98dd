-- Lists the matches of a bucket that are due, with the times they were due, the oldest first.
-- KEYS: due
-- ARGV: 1 clock offset, 2 most
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[1]
return redis.call('ZRANGE', KEYS[1], '-inf', string.format('%.0f', now),
  'BYSCORE', 'LIMIT', 0, ARGV[2], 'WITHSCORES')
