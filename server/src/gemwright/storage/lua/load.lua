-- Reads a match and the time.
-- KEYS: match
-- ARGV: 1 clock offset
local match = redis.call('HGETALL', KEYS[1])
if #match == 0 then
  return false
end
local clock = redis.call('TIME')
return {clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[1], match}
