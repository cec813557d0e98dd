-- Says where a match stands and whether a request was applied.
-- KEYS: match, requests
-- ARGV: 1 clock offset, 2 request field or ''
local match = redis.call('HMGET', KEYS[1], 'v', 'c')
if not match[1] then
  return false
end
local seen = ARGV[2] ~= '' and redis.call('HGET', KEYS[2], ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[1]
return {match[1], match[2], now, seen}
