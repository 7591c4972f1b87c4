import type { Resolution } from '../model/resolution.ts'
import type { SourceDocument } from '../../inventory.ts'

export const documentsOf = (files: Readonly<Record<string, string>>): SourceDocument[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))

/** Of each package: name, version, 'dev', 'optional', and the names of those that require it. */
export const linesOf = (packages: Resolution['packages']): string[] =>
  packages
    .map(({ name, version, scope, isOptional, requiredBy }) => {
      const by = requiredBy.map((index) => packages[index]!.name)
      const marks = [...(scope === 'test' ? ['dev'] : []), ...(isOptional ? ['optional'] : [])]
      return [name, version, ...marks, ...by].join(' ')
    })
    .toSorted()
