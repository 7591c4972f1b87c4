import type { Component } from '../inventory.ts'

/** The locations of a component, with what its document says of them and of its identity. */
export function cyclonedxEvidence({ locations, evidence }: Pick<Component, 'locations' | 'evidence'>) {
  const detailed = evidence?.occurrences ?? []
  const known = new Set(detailed.map(({ location }) => location))
  const plain = locations.filter((location) => !known.has(location)).map((location) => ({ location }))
  const occurrences = [...plain, ...detailed]
  const identity = evidence?.identity ?? []
  if (occurrences.length === 0 && identity.length === 0) return null
  return {
    ...(identity.length > 0 && { identity }),
    ...(occurrences.length > 0 && { occurrences }),
  }
}
