-- Reads a match, the time, and the credit of its clocks, if it has any.
-- KEYS: match, alive
-- ARGV: 1 clock offset
local match = redis.call('HGETALL', KEYS[1])
if #match == 0 then
  return false
end
local clock = redis.call('TIME')
local raw = clock[1] * 1000 + math.floor(clock[2] / 1000)
local credit = ''
if redis.call('HEXISTS', KEYS[1], 'k') == 1 then
  credit = struct.pack('>i8', credit_of(KEYS[2], raw, false))
end
return {raw + ARGV[1], match, credit}
