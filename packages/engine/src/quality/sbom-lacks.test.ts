import { describe, expect, it } from 'vitest'
import { readDocuments } from '../documents/read.ts'
import type { ScannedDocument, SourceDocument } from '../inventory.ts'
import { lacksOf, qualityOf } from './sbom-lacks.ts'

const fileOf = (json: object, path = 'bom.json'): SourceDocument => ({
  path,
  bytes: new TextEncoder().encode(JSON.stringify(json)),
})

/** Every element of NTIA. */
const component = {
  type: 'library',
  name: 'lodash',
  version: '4.17.21',
  purl: 'pkg:npm/lodash@4.17.21',
  supplier: { name: 'OpenJS' },
}
const sbom = (components: object[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: {
    timestamp: '2026-01-01T00:00:00Z',
    authors: [{ name: 'Example' }],
    component: { type: 'application', name: 'shop', version: '1.0.0', 'bom-ref': 'root' },
  },
  components,
  dependencies: [{ ref: 'root', dependsOn: [] }],
})
const ofProfile = (lacks: readonly string[] | null, id: string) =>
  lacks?.filter((name) => name.startsWith(`${id}/`))

describe('what an SBOM lacks', () => {
  it('are the required elements of each profile', () => {
    expect(ofProfile(lacksOf(fileOf(sbom([component]))), 'ntia-2021')).toEqual([])
    const { supplier: _supplier, version: _version, ...bare } = component
    expect(ofProfile(lacksOf(fileOf(sbom([component, bare]))), 'ntia-2021')).toEqual([
      'ntia-2021/supplier',
      'ntia-2021/version',
    ])
    expect(ofProfile(lacksOf(fileOf(sbom([component]))), 'bsi-2.1')?.length).toBeGreaterThan(3)
  })

  it('is its components if it has none', () => {
    expect(ofProfile(lacksOf(fileOf(sbom([]))), 'ntia-2021')).toEqual(['ntia-2021/components'])
  })

  it('is unknown of other documents', () => {
    expect(lacksOf(fileOf({ name: 'shop', lockfileVersion: 3, packages: {} }))).toBeNull()
  })

  it('is read with the documents, of SBOMs alone', () => {
    const lockfile = { name: 'shop', lockfileVersion: 3, packages: {} }
    const { inventory } = readDocuments([fileOf(sbom([component])), fileOf(lockfile, 'package-lock.json')])
    const lacksByPath = new Map(inventory.documents?.map(({ path, lacks }) => [path, lacks]))
    expect(ofProfile(lacksByPath.get('bom.json') ?? null, 'ntia-2021')).toEqual([])
    expect(lacksByPath.get('package-lock.json')).toBeUndefined()
  })
})

describe('the quality of a scan', () => {
  const documentWith = (lacks?: string[] | null): ScannedDocument => ({
    path: 'bom.json',
    isSbom: true,
    subject: null,
    ...(lacks !== undefined && { lacks }),
  })

  it('is what all its SBOMs have', () => {
    expect(qualityOf([documentWith([]), documentWith(['ntia-2021/supplier'])])).toEqual({
      met: ['cisa-2026', 'bsi-2.1'],
      missing: ['ntia-2021/supplier'],
    })
  })

  it('is unknown without an SBOM that was assessed', () => {
    expect(qualityOf([documentWith(), documentWith(null)])).toBeNull()
  })
})
