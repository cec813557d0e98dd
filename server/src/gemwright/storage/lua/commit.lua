-- Stores an update of a match that still is what the update was decided on.
-- KEYS: match, log, requests, due
-- ARGV: 1 match id, 2 clock offset, 3 version, 4 commit id, 5 new commit id, 6 status, 7 log entry,
--       8 request field or '', 9 its digest, 10 due in or '', 11 forget requests in or '',
--       12 start of the names of principals' indexes, 13 number of principals,
--       then the principals, then the parts: name and bytes in turn
-- Every check stands before the first write, for a script that fails later has half written.
local match = redis.call('HMGET', KEYS[1], 'v', 'c', 't', 'o')
if not match[1] then
  return false
end
if ARGV[8] ~= '' then
  local seen = redis.call('HGET', KEYS[3], ARGV[8])
  if seen then
    return {2, seen}
  end
end
if match[1] ~= ARGV[3] or match[2] ~= ARGV[4] then
  local entry = redis.call('LINDEX', KEYS[2], ARGV[3])
  if entry and string.sub(entry, 9, 16) == ARGV[5] then
    return {1, string.sub(entry, 1, 8)}
  end
  return {0, match[1], match[2]}
end

local clock = redis.call('TIME')
local now = math.max(clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2], tonumber(match[3]))
local version = string.format('%.0f', ARGV[3] + 1)
local stamp = struct.pack('>I8', now)
local people = tonumber(ARGV[13])
redis.call('HSET', KEYS[1], 'v', version, 'c', ARGV[5], 't', string.format('%.0f', now),
  'st', ARGV[6], unpack(ARGV, 14 + people))
redis.call('RPUSH', KEYS[2], stamp .. ARGV[5] .. ARGV[7])
if ARGV[8] ~= '' then
  redis.call('HSET', KEYS[3], ARGV[8], version .. ':' .. ARGV[9])
end
if ARGV[10] ~= '' then
  redis.call('ZADD', KEYS[4], string.format('%.0f', now + ARGV[10]), ARGV[1])
end
if ARGV[11] ~= '' then
  redis.call('PEXPIRE', KEYS[3], ARGV[11])
end
for i = 14, 13 + people do
  local index = ARGV[12] .. #match[4] .. ':' .. match[4] .. ':' .. ARGV[i]
  redis.call('ZADD', index, 0, ARGV[1])
end
return {1, stamp}
