-- The clocks of matches run in playing time: the time of this server less its credit, which is what
-- passed while no server stamped this bucket, and what its own clock was set forward or back.
-- Put before the scripts that need it. `keeps` says whether to write down what was found.
local function credit_of(alive, now, keeps)
  local seen = redis.call('HMGET', alive, 's', 'c')
  local gap = now - (tonumber(seen[1]) or now)
  local credit = tonumber(seen[2]) or 0
  local is_outage = gap > 5000 or gap < 0
  if is_outage then
    credit = credit + gap
  end
  if keeps and (is_outage or gap > 500 or not seen[1]) then
    redis.call('HSET', alive, 's', string.format('%.0f', now), 'c', string.format('%.0f', credit))
  end
  return credit
end

-- The seat whose clock runs (-1 for none), since when, and what each seat has left, all in playing
-- time, from 9 bytes and 8 for each seat.
local function read_clock(packed)
  local running, since = struct.unpack('>i1I8', packed)
  local left = {}
  for seat = 0, (#packed - 9) / 8 - 1 do
    left[seat] = struct.unpack('>I8', packed, 10 + 8 * seat)
  end
  return running, since, left
end

local function packed_clock(running, since, left)
  local packed = struct.pack('>i1I8', running, since)
  for seat = 0, #left do
    packed = packed .. struct.pack('>I8', left[seat])
  end
  return packed
end
