// Computes the instant of a new moon, after J. Meeus, Astronomical Algorithms, chapter 49 (accurate to a few seconds).
const DEGREE = Math.PI / 180
const DAY_MS = 86_400_000
const LUNATION_DAYS = 29.530588861
const FIRST_NEW_MOON_2000 = 2451550.09766
const JULIAN_DAY_OF_EPOCH = 2440587.5

/**
 * The columns are the coefficient in days, the power of the orbit's eccentricity, and the multiples of the sun's mean
 * anomaly (M), the moon's mean anomaly (M'), the argument of latitude (F) and the longitude of the node.
 */
const PERIODIC_TERMS: readonly (readonly [number, number, number, number, number, number])[] = [
  [-0.4072, 0, 0, 1, 0, 0],
  [0.17241, 1, 1, 0, 0, 0],
  [0.01608, 0, 0, 2, 0, 0],
  [0.01039, 0, 0, 0, 2, 0],
  [0.00739, 1, -1, 1, 0, 0],
  [-0.00514, 1, 1, 1, 0, 0],
  [0.00208, 2, 2, 0, 0, 0],
  [-0.00111, 0, 0, 1, -2, 0],
  [-0.00057, 0, 0, 1, 2, 0],
  [0.00056, 1, 1, 2, 0, 0],
  [-0.00042, 0, 0, 3, 0, 0],
  [0.00042, 1, 1, 0, 2, 0],
  [0.00038, 1, 1, 0, -2, 0],
  [-0.00024, 1, -1, 2, 0, 0],
  [-0.00017, 0, 0, 0, 0, 1],
  [-0.00007, 0, 2, 1, 0, 0],
  [0.00004, 0, 0, 2, -2, 0],
  [0.00004, 0, 3, 0, 0, 0],
  [0.00003, 0, 1, 1, -2, 0],
  [0.00003, 0, 0, 2, 2, 0],
  [-0.00003, 0, 1, 1, 2, 0],
  [0.00003, 0, -1, 1, 2, 0],
]

/**
 * The influence of the planets. The columns are the angle at k = 0 in degrees, its increase per lunation, and the
 * coefficient in days.
 */
const PLANETARY_TERMS: readonly (readonly [number, number, number])[] = [
  [299.77, 0.107408, 0.000325],
  [251.88, 0.016321, 0.000165],
  [251.83, 26.651886, 0.000164],
  [349.42, 36.412478, 0.000126],
  [84.66, 18.206239, 0.00011],
  [141.74, 53.303771, 0.000062],
  [207.14, 2.453732, 0.00006],
  [154.84, 7.30686, 0.000056],
  [34.52, 27.261239, 0.000047],
  [207.19, 0.121824, 0.000042],
  [291.34, 1.844379, 0.00004],
  [161.72, 24.198154, 0.000037],
  [239.56, 25.513099, 0.000035],
  [331.55, 3.592518, 0.000023],
]

/** Returns Delta T, the difference between dynamical time and civil time (Espenak and Meeus). */
function clockLagDays(year: number): number {
  const t = year - 2000
  if (year < 1986) return (45.45 + 1.067 * (year - 1975)) / 86_400
  if (year < 2005) return (63.86 + 0.3345 * t - 0.060374 * t ** 2 + 0.0017275 * t ** 3) / 86_400
  if (year < 2050) return (62.92 + 0.32217 * t + 0.005589 * t ** 2) / 86_400
  return (-20 + 32 * ((year - 1820) / 100) ** 2 - 0.5628 * (2150 - year)) / 86_400
}

/** Returns the Julian day, in dynamical time, of new moon number k. Number 0 is the first new moon of 2000. */
function newMoonJulianDay(k: number): number {
  const t = k / 1236.85
  const eccentricity = 1 - 0.002516 * t - 0.0000074 * t ** 2
  const sun = 2.5534 + 29.1053567 * k - 0.0000014 * t ** 2
  const moon = 201.5643 + 385.81693528 * k + 0.0107582 * t ** 2 + 0.00001238 * t ** 3
  const latitude = 160.7108 + 390.67050284 * k - 0.0016118 * t ** 2 - 0.00000227 * t ** 3
  const node = 124.7746 - 1.56375588 * k + 0.0020672 * t ** 2
  let day = FIRST_NEW_MOON_2000 + LUNATION_DAYS * k + 0.00015437 * t ** 2 - 0.00000015 * t ** 3
  for (const [days, power, m, mm, f, o] of PERIODIC_TERMS) {
    day += days * eccentricity ** power * Math.sin((m * sun + mm * moon + f * latitude + o * node) * DEGREE)
  }
  for (const [angle, growth, days] of PLANETARY_TERMS) day += days * Math.sin((angle + growth * k) * DEGREE)
  return day
}

/** Returns the new moon nearest to an instant. Both are in epoch milliseconds. */
export function nearestNewMoon(instant: number): number {
  const julianDay = instant / DAY_MS + JULIAN_DAY_OF_EPOCH
  const k = Math.round((julianDay - FIRST_NEW_MOON_2000) / LUNATION_DAYS)
  const year = 2000 + (julianDay - 2451545) / 365.25
  return (newMoonJulianDay(k) - clockLagDays(year) - JULIAN_DAY_OF_EPOCH) * DAY_MS
}
