-- Reads a stretch of the log and where the match stands; the entry before the stretch comes too.
-- The last of the answer says whether entries have clocks.
-- KEYS: match, log
-- ARGV: 1 clock offset, 2 version to read after, 3 number of entries
local match = redis.call('HMGET', KEYS[1], 'v', 'c', 'b', 'k')
if not match[1] then
  return false
end
if redis.call('HEXISTS', KEYS[1], 'z') == 1 then
  return 0
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[1]
local after = tonumber(ARGV[2])
local last = after + ARGV[3] - 1
local entries = {}
if last >= 0 then
  entries = redis.call('LRANGE', KEYS[2], math.max(after - 1, 0), last)
end
return {match[1], match[2], now, entries, match[3], match[4] and 1 or 0}
