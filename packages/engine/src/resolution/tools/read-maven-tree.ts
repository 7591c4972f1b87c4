import { type ComponentScope, componentScopes } from '../../inventory.ts'
import type { Resolution, ResolvedPackage } from '../model/resolution.ts'

/**
 * The text that Maven's dependency plugin prints: https://maven.apache.org/plugins/maven-dependency-plugin/tree-mojo.html.
 * null if it is none. isOwn: whether a package is a module of the project.
 */
export function readMavenTree(
  text: string,
  manifest: string,
  isOwn: (name: string, version: string) => boolean,
): Resolution | null {
  const [first = '', ...lines] = text.split(/\r?\n/)
  const root = /^([^\s:]+:[^\s:]+):[^\s:]+:(?:[^\s:]+:)?([^\s:]+)$/.exec(first)
  if (!root) return null
  const packages: ResolvedPackage[] = []
  /** By depth: the index of the last package; null for a module, whose packages count as the project's own. */
  const above: (number | null)[] = [null]
  for (const line of lines) {
    const read = readLine(line)
    if (read === null) continue
    const { depth, name, version, scope, isOptional } = read
    const by = above[depth - 1] ?? null
    const isModule = isOwn(name, version)
    above[depth] = isModule ? null : packages.length
    if (isModule) continue
    packages.push({
      name,
      version,
      scope,
      isDirect: by === null,
      ...(isOptional && { isOptional: true as const }),
      requiredBy: by === null ? [] : [by],
      asks: [],
      where: manifest,
    })
  }
  return {
    manifest,
    by: 'tool',
    format: 'pom.xml',
    purlType: 'maven',
    separator: ':',
    root: { name: root[1]!, version: root[2]! },
    packages,
    issues: [],
  }
}

/** '|  +- group:name:jar[:classifier]:version:scope (optional)' */
function readLine(line: string) {
  const [, indent, coordinates, optional] = /^((?:[|+\\ ][ -] )+)(\S+)( \(optional\)?)?/.exec(line) ?? []
  const parts = coordinates?.split(':') ?? []
  if (indent === undefined || parts.length < 5) return null
  const [group, artifact] = parts
  return {
    depth: indent.length / 3,
    name: `${group!}:${artifact!}`,
    version: parts.at(-2)!,
    scope: componentScopes.find((each): each is ComponentScope => each === parts.at(-1)) ?? 'compile',
    isOptional: optional !== undefined,
  }
}
