// Must decide exactly like `sliding-log.ts`.

/**
 * KEYS[1]: the log, a list of timestamps in milliseconds, oldest first. ARGV: max, window in milliseconds. Returns
 * allowed (1 or 0), remaining, and reset in seconds. Uses the Redis clock, because the instances' clocks differ.
 */
export const TAKE_SCRIPT = `
local key, max, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local stamp = string.format('%.0f', now)

local count = redis.call('LLEN', key)
local function at(index)
  if count == 0 then return nil end
  return tonumber(redis.call('LINDEX', key, index))
end

-- The clock stepped back, as after a fail-over: what lies in the future happened just now at the latest.
local last = count - 1
while last >= 0 and at(last) > now do
  redis.call('LSET', key, last, stamp)
  last = last - 1
end

local oldest = at(0)
while oldest and oldest <= now - window do
  redis.call('LPOP', key)
  count = count - 1
  oldest = at(0)
end

local allowed = count < max
if allowed then
  redis.call('RPUSH', key, stamp)
  -- A little longer than the window: the log must not vanish early when the clock steps back.
  redis.call('PEXPIRE', key, window + 10000)
  count = count + 1
  oldest = oldest or now
end
return { allowed and 1 or 0, math.max(0, max - count), math.ceil((oldest + window - now) / 1000) }
`
