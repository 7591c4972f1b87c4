interface LockedPackage {
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** package-lock.json, version 3: by path. */
export type Lock = Record<string, LockedPackage>

/** Folders of everything that a workspace needs at run time: packages below node_modules, and other workspaces. */
export function listRuntimePackages(
  lock: Lock,
  workspace: string,
  isInstalled: (path: string) => boolean,
): { packages: string[]; workspaces: string[] } {
  const locked = new Map(Object.entries(lock))
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = locked.get(path) ?? {}
    for (const name of Object.keys(dependencies)) visit(locate(name, path))
    for (const name of Object.keys(optionalDependencies)) {
      const at = find(name, path)
      // Those of other systems are not installed.
      if (at !== undefined && isInstalled(at)) visit(at)
    }
  }
  const locate = (name: string, from: string): string => {
    const path = find(name, from)
    if (path === undefined) throw new Error(`${from} needs ${name}, which package-lock.json lacks`)
    return path
  }
  /** As Node looks for it: in the node_modules of each folder above. */
  const find = (name: string, from: string): string | undefined => {
    for (let folder: string | null = from; folder !== null; folder = above(folder)) {
      const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
      const entry = locked.get(path)
      if (entry) return entry.link ? entry.resolved : path
    }
    return undefined
  }
  visit(workspace)
  const all = [...found].toSorted()
  return {
    packages: all.filter((path) => path.includes('node_modules/')),
    workspaces: all.filter((path) => !path.includes('node_modules/')),
  }
}

const above = (folder: string): string | null => (folder === '' ? null : folder.replace(/\/?[^/]*$/, ''))
