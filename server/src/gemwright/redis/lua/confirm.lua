-- Says where a match stands, whether a request was applied, and what its clocks are, if it has any.
-- KEYS: match, requests, alive
-- ARGV: 1 clock offset, 2 request field or ''
local match = redis.call('HMGET', KEYS[1], 'v', 'c', 'k')
if not match[1] then
  return false
end
local seen = ARGV[2] ~= '' and redis.call('HGET', KEYS[2], ARGV[2])
local clock = redis.call('TIME')
local raw = clock[1] * 1000 + math.floor(clock[2] / 1000)
local clocks = ''
if match[3] then
  clocks = struct.pack('>i8', credit_of(KEYS[3], raw, false)) .. match[3]
end
return {match[1], match[2], raw + ARGV[1], seen, clocks}
