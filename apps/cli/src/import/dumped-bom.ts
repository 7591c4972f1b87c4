import type { DumpRow } from './read-dump.ts'

/** The components of a version as a CycloneDX document; its database keeps no document. */
export function dumpedBom(
  project: DumpRow,
  components: readonly DumpRow[],
  licenses: readonly DumpRow[],
): Uint8Array {
  const idOfLicense = new Map(licenses.map((row) => [row['ID'], row['LICENSEID']]))
  const edges = [
    { of: project, ref: project['UUID']! },
    ...components.map((of) => ({ of, ref: of['UUID']! })),
  ]
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': project['UUID'],
        name: project['NAME'],
        version: project['VERSION'] ?? '',
      },
    },
    components: components.map((row) => ({
      type: 'library',
      'bom-ref': row['UUID'],
      ...(row['GROUP'] && { group: row['GROUP'] }),
      name: row['NAME'],
      version: row['VERSION'] ?? '',
      ...(row['PURL'] && { purl: row['PURL'] }),
      ...(row['CPE'] && { cpe: row['CPE'] }),
      ...licensesOf(row, idOfLicense.get(row['LICENSE_ID'] ?? '') ?? null),
    })),
    dependencies: edges.map(({ of, ref }) => ({ ref, dependsOn: dependenciesOf(of) })),
  }
  return new TextEncoder().encode(JSON.stringify(document))
}

function licensesOf({ LICENSE_EXPRESSION: expression, LICENSE: name }: DumpRow, id: string | null) {
  if (expression) return { licenses: [{ expression }] }
  if (id) return { licenses: [{ license: { id } }] }
  return name ? { licenses: [{ license: { name } }] } : {}
}

/** [{"uuid":"…"}, …] as text. */
function dependenciesOf({ DIRECT_DEPENDENCIES: text }: DumpRow): string[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read.flatMap((each: { uuid?: string }) => each.uuid ?? []) : []
  } catch {
    return []
  }
}
