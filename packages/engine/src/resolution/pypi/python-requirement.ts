import { normalName, readRequirement } from '../../documents/lockfiles/python/python-package.ts'

/** A request for a package, with those of its extras that are wanted. */
export interface PythonRequirement {
  /** Normalized, with extras in order: 'requests[socks]'. */
  id: string
  name: string
  extras: readonly string[]
  specifier: string
  marker: string
  /** A URL or path instead of a version; '' for the index. */
  address: string
}

/** null if it is not a requirement of a named package. */
export function pythonRequirement(text: string): PythonRequirement | null {
  const read = readRequirement(text)
  if (read === null || read.name === '') return null
  const { specifier, marker, address } = read
  const listed = /^[\w.-]+\s*\[([^\]]*)\]/.exec(text.trim())?.[1] ?? ''
  return requirementOf({ name: read.name, extras: listed.split(','), specifier, marker, address })
}

export function requirementOf({
  name: spelled,
  extras: listed,
  ...rest
}: Omit<PythonRequirement, 'id'>): PythonRequirement {
  const name = normalName(spelled)
  const extras = [...new Set(listed.map((each) => normalName(each.trim())))]
    .filter((each) => each !== '')
    .toSorted()
  return { id: extras.length === 0 ? name : `${name}[${extras.join(',')}]`, name, extras, ...rest }
}
