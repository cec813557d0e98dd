-- Stores a match at version 0; answers 0 if there is one already.
-- KEYS: match, due, live matches of the owner, updates, marks, timers, alive, index of the owner,
--       then one index for each principal
-- ARGV: 1 match id, 2 clock offset, 3 due in, 4 status, 5 owner, 6 commit id of version 0,
--       7 notice, 8 whether it is a mark, 9 most updates kept, 10 how long marks are kept,
--       11 time control (kind:first:more) or '', 12 number of seats, 13 seat whose clock starts or -1,
--       then the parts: name and bytes in turn
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local clock = redis.call('TIME')
local raw = clock[1] * 1000 + math.floor(clock[2] / 1000)
local now = raw + ARGV[2]
local stamp = string.format('%.0f', now)
local clocks = ''
if ARGV[11] ~= '' then
  local credit = credit_of(KEYS[7], raw, true)
  local first, running, left = tonumber(string.match(ARGV[11], ':(%d+):')), tonumber(ARGV[13]), {}
  for seat = 0, ARGV[12] - 1 do
    left[seat] = first
  end
  local packed = packed_clock(running, now - credit, left)
  redis.call('HSET', KEYS[1], 'tc', ARGV[11], 'k', packed)
  clocks = struct.pack('>i8', credit) .. packed
  if running >= 0 then
    redis.call('ZADD', KEYS[6], string.format('%.0f', now - credit + first), ARGV[1])
  end
end
local notice = struct.pack('>I4I8B', 0, now, #clocks) .. ARGV[6] .. clocks .. ARGV[7]
local place = redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[9], '*', 'n', notice)
if ARGV[8] == '1' then
  local oldest = string.format('%.0f', math.max(raw - ARGV[10], 0))
  redis.call('XADD', KEYS[5], 'MINID', '~', oldest, '*', 'n', notice)
end
redis.call('HSET', KEYS[1], 'v', '0', 'c', ARGV[6], 'b', ARGV[6], 't', stamp, 'n', stamp,
  'st', ARGV[4], 'o', ARGV[5], 'w', notice, 'f', place, unpack(ARGV, 14))
redis.call('ZADD', KEYS[2], string.format('%.0f', now + ARGV[3]), ARGV[1])
redis.call('SADD', KEYS[3], ARGV[1])
for i = 8, #KEYS do
  redis.call('ZADD', KEYS[i], 0, ARGV[1])
end
return 1
