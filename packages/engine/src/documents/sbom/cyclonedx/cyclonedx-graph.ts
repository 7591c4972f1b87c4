import type { SbomTarget } from '../component-list.ts'
import type { Components } from './cyclonedx-components.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { listOf, quote, recordOf, textOf } from '../../parsers/json-value.ts'
import type { CyclonedxSource } from './cyclonedx-source.ts'

/**
 * Sets requiredBy and isDirect from the dependencies of a CycloneDX document. The dependencies of the root are direct;
 * isDirect stays null if the document does not list them.
 */
export function linkComponents(
  dependencies: unknown,
  { list: { components }, targets }: Components,
  { locationOf, log }: Context,
): void {
  const direct = new Set<number>()
  const installed = new Set<number>()
  const dangling = new Set<string>()
  const resolve = (value: unknown, location: () => string): SbomTarget | undefined => {
    const ref = textOf(value)
    const target = targets.get(ref)
    if (target === undefined && !dangling.has(ref)) {
      dangling.add(ref)
      log.add(
        'dependency-ref-unknown',
        `No component has the bom-ref ${quote(ref)} that dependencies refer to.`,
        location,
      )
    }
    return target
  }
  for (const [index, dependency] of listOf(dependencies).entries()) {
    const members = recordOf(dependency)
    const location = () => locationOf(`/dependencies/${index}`, members)
    const { ref, dependsOn } = members
    const source = resolve(ref, location)
    for (const required of listOf(dependsOn)) {
      const target = resolve(required, location)
      if (typeof target !== 'number' || source === target) continue
      // What a lockfile asks for is direct, like what the root asks for.
      if (source === 'root' || source === 'container') direct.add(target)
      if (source === 'distribution') installed.add(target)
      if (typeof source === 'number') components[target]?.requiredBy.push(source)
    }
  }
  if (direct.size === 0) return
  for (const [index, component] of components.entries()) {
    // What a distribution contains was installed for itself or for another package: the document does not say.
    const isUnknown = installed.has(index) && component.requiredBy.length === 0
    component.isDirect = direct.has(index) ? true : isUnknown ? null : false
  }
}

type Context = Pick<CyclonedxSource, 'locationOf'> & { log: IssueLog }
