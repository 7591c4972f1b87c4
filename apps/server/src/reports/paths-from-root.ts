import { pathFinder } from '@assay/engine/paths-from-root.ts'
import type { StoredComponent } from './store.ts'

type Graph = readonly Pick<StoredComponent, 'name' | 'version' | 'is_direct' | 'required_by'>[]

/** The ways to a component ('name@version') as lists of 'name:version', the shortest first. */
export function spelledPaths(components: Graph): (key: string, limit: number) => string[][] {
  const find = pathFinder(
    components.map(({ name, version, is_direct: isDirect, required_by: requiredBy }) => ({
      ...{
        key: `${name}@${version}`,
        isDirect,
        requiredBy: requiredBy.length > 1 ? requiredBy.toSorted() : requiredBy,
      },
    })),
  )
  return (key, limit) => find(key, limit).map((path) => path.map(spelled))
}

function spelled(key: string): string {
  const at = key.lastIndexOf('@')
  return `${key.slice(0, at)}:${key.slice(at + 1)}`
}
