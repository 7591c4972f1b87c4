import type { SpdxEdge } from './spdx-model.ts'
import { ownProperty } from '../../../own-property.ts'

/** The edge for a relationship type; reversed if the second element depends on or contains the first. */
type Reading = Pick<SpdxEdge, 'kind' | 'scope' | 'isOptional'> & { isReversed?: true }

const needs = { kind: 'depends' } as const
const neededBy = { ...needs, isReversed: true } as const

/** The relevant types of SPDX 2.3: https://spdx.github.io/spdx-spec/v2.3/relationships-between-SPDX-elements/ */
const readings: Record<string, Reading> = {
  DESCRIBES: { kind: 'describes' },
  DESCRIBED_BY: { kind: 'describes', isReversed: true },
  CONTAINS: { kind: 'contains' },
  CONTAINED_BY: { kind: 'contains', isReversed: true },
  PACKAGE_OF: { kind: 'contains', isReversed: true },
  DEPENDS_ON: needs,
  HAS_PREREQUISITE: needs,
  STATIC_LINK: needs,
  DYNAMIC_LINK: needs,
  DEPENDENCY_OF: neededBy,
  PREREQUISITE_FOR: neededBy,
  RUNTIME_DEPENDENCY_OF: { ...neededBy, scope: 'runtime' },
  PROVIDED_DEPENDENCY_OF: { ...neededBy, scope: 'provided' },
  BUILD_DEPENDENCY_OF: { ...neededBy, scope: 'test' },
  DEV_DEPENDENCY_OF: { ...neededBy, scope: 'test' },
  TEST_DEPENDENCY_OF: { ...neededBy, scope: 'test' },
  BUILD_TOOL_OF: { ...neededBy, scope: 'test' },
  DEV_TOOL_OF: { ...neededBy, scope: 'test' },
  TEST_TOOL_OF: { ...neededBy, scope: 'test' },
  OPTIONAL_DEPENDENCY_OF: { ...neededBy, isOptional: true },
  OPTIONAL_COMPONENT_OF: { kind: 'contains', isReversed: true, isOptional: true },
}

/** The edge for a relationship of SPDX 2; null if its type is not about dependencies. */
export function edgeOf(
  { from, type, to }: { from: string; type: string; to: string },
  location: () => string,
): SpdxEdge | null {
  const name = type.toUpperCase().replaceAll('-', '_')
  const reading = ownProperty(readings, name)
  if (!reading || isNothing(from) || isNothing(to)) return null
  const { isReversed, ...edge } = reading
  return { ...edge, ...(isReversed ? { from: to, to: from } : { from, to }), location }
}

/** None, unknown, or an element of another document. */
function isNothing(id: string): boolean {
  return id === '' || id === 'NONE' || id === 'NOASSERTION' || id.startsWith('DocumentRef-')
}
