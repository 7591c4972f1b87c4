/**
 * Ordered, since newer browsers also name older ones:
 * https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent
 */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const first = (names: readonly (readonly [string, string])[], agent: string) =>
  names.find(([mark]) => agent.includes(mark))?.[1]

/** 'Firefox, Windows' from a User-Agent; other programs by their product name; null if empty. */
export function agentName(agent: string): string | null {
  const browser = first(browsers, agent)
  const system = first(systems, agent)
  if (browser === undefined) return agent.split(/[/ ]/, 1)[0] || null
  return system === undefined ? browser : `${browser}, ${system}`
}
