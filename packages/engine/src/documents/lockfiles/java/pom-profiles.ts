import { childOf, childText, type XmlElement } from '../../parsers/xml-document.ts'

/** The Java version that conditions on it are decided by: the oldest with public support of most vendors. */
const assumedJdk = 17

/**
 * The profiles that a build without arguments has active, as far as files can tell: no property is set, no file and no
 * operating system is known. https://maven.apache.org/guides/introduction/introduction-to-profiles.html
 */
export function activeProfiles(profiles: readonly XmlElement[]): XmlElement[] {
  const triggered = profiles.filter((profile) => isTriggered(childOf(profile, 'activation')))
  if (triggered.length > 0) return triggered
  return profiles.filter((profile) => childText(childOf(profile, 'activation'), 'activeByDefault') === 'true')
}

/** All conditions must hold, and at least one must be there. */
function isTriggered(activation: XmlElement | null): boolean {
  const conditions = (activation?.children ?? []).filter(({ name }) => name !== 'activeByDefault')
  return conditions.length > 0 && conditions.every((each) => holds.get(each.name)?.(each) === true)
}

const holds = new Map<string, (condition: XmlElement) => boolean>([
  ['jdk', ({ text }) => isAssumedJdk(text.replaceAll(/\s/g, ''))],
  ['property', (condition) => isUnset(childText(condition, 'name'), childText(condition, 'value'))],
])

/** '!name' asks for an unset property, a value with '!' for any other value, so for none as well. */
const isUnset = (name: string, value: string): boolean =>
  value === '' ? name.startsWith('!') : value.startsWith('!')

/** '17', '!1.8', '[11,)', '[1.8,9)'. */
function isAssumedJdk(range: string): boolean {
  if (range.startsWith('!')) return !isAssumedJdk(range.slice(1))
  const [, open, from = '', comma, to = '', close] = /^([[(])([^,]*)(,?)([^,]*)([\])])$/.exec(range) ?? []
  if (open === undefined) return range.split('.')[0] === String(assumedJdk)
  if (comma === '') return majorOf(from) === assumedJdk
  const isAbove = from === '' || (open === '[' ? assumedJdk >= majorOf(from) : assumedJdk > majorOf(from))
  const isBelow = to === '' || (close === ']' ? assumedJdk <= majorOf(to) : assumedJdk < majorOf(to))
  return isAbove && isBelow
}

/** Java 8 is '1.8'. */
const majorOf = (version: string): number => Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? Number.NaN)
