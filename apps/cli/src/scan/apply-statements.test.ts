import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from '../program.ts'

const lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', version: '1.0.0', dependencies: { 'acme-parser': '4' } },
    'node_modules/acme-parser': { version: '4.17.4', license: 'MIT' },
  },
}
const record = (id: string, alias: string) => ({
  id,
  aliases: [alias],
  summary: id,
  affected: [
    {
      package: { ecosystem: 'npm', name: 'acme-parser' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.12' }] }],
    },
  ],
})
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  version: 1,
  components: [
    {
      type: 'library',
      name: 'acme-parser',
      version: '4.17.4',
      'bom-ref': 'l',
      purl: 'pkg:npm/acme-parser@4.17.4',
    },
  ],
}
const justification = 'vulnerable_code_not_in_execute_path'
const openvex = (...statements: object[]) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Supplier',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements: statements.map((each) => ({ status: 'not_affected', justification, ...each })),
})
const about = (id: string, ...products: string[]) => ({
  vulnerability: { name: id },
  products: products.map((each) => ({ '@id': each })),
})

let folder: string
const output = captureOutput()
beforeEach(async () => {
  folder = folderOfTest()
  mkdirSync(join(folder, 'project'))
  write('project/package-lock.json', lockfile)
  write('one.json', record('GHSA-aaaa-bbbb-cccc', 'CVE-2026-0001'))
  expect(await run('advisories', 'sync', '--offline', '--from', join(folder, 'one.json'))).toBe(0)
})

function write(name: string, json: object): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(json))
  return path
}

const run = (...args: string[]) => {
  output.clear()
  const environment = { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true' }
  return runProgram({ version: '1.2.3', environment, args })
}
const scan = (path: string, ...vex: string[]) =>
  run('scan', '--offline', path, '--format', 'json', ...vex.flatMap((each) => ['--vex', each]))
const findings = () =>
  (
    JSON.parse(output.stdout) as {
      findings: { id: string; excluded: { reason: string } | null; vex: unknown }[]
    }
  ).findings
const unmatched = () =>
  (JSON.parse(output.stdout) as { issues: { code: string; message: string; where: string }[] }).issues
    .filter(({ code }) => code === 'vex-unmatched')
    .map(({ message, where }) => `${where}: ${message}`)

describe('scan --offline --vex', () => {
  it.each([
    ['its CVE and a package URL', about('CVE-2026-0001', 'pkg:npm/acme-parser@4.17.4')],
    ['the id of a record, in any case', about('ghsa-AAAA-bbbb-cccc', 'pkg:npm/acme-parser')],
    ['the product by its name', about('CVE-2026-0001', 'shop')],
  ])('applies a statement by %s', async (_, statement) => {
    expect(await scan(join(folder, 'project'))).toBe(1)
    const path = write('supplier.json', openvex(statement))
    expect(await scan(join(folder, 'project'), path)).toBe(0)
    expect(findings()).toMatchObject([
      { id: 'CVE-2026-0001', excluded: {}, vex: { status: 'not_affected', justification } },
    ])
    expect(unmatched()).toEqual([])
  })

  it('follows a BOM-Link to a component of the scanned SBOM', async () => {
    const path = write('bom.cdx.json', bom)
    const link = 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#l'
    const vex = write('vex.cdx.json', {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      vulnerabilities: [
        {
          id: 'CVE-2026-0001',
          analysis: { state: 'not_affected', justification: 'code_not_reachable' },
          affects: [{ ref: link }],
        },
      ],
    })
    await scan(path, vex)
    expect(findings()).toMatchObject([{ vex: { status: 'not_affected' } }])
    expect(unmatched()).toEqual([])
  })

  it('names the statements that apply to nothing, each with its file', async () => {
    const one = write(
      'one.vex.json',
      openvex(about('CVE-2026-0001', 'pkg:npm/minimist@1.0.0'), about('CVE-2020-1', 'pkg:npm/acme-parser')),
    )
    const other = write('other.vex.json', openvex(about('CVE-2026-0001', 'warehouse')))
    expect(await scan(join(folder, 'project'), one, other)).toBe(1)
    expect(unmatched()).toEqual([
      'one.vex.json: The statement on CVE-2026-0001 applies to nothing: the project does not contain pkg:npm/minimist@1.0.0.',
      'one.vex.json: The statement on CVE-2020-1 applies to nothing: no finding has this id.',
      "other.vex.json: The statement on CVE-2026-0001 applies to nothing: the project is not known as 'warehouse'.",
    ])
  })

  it('counts those beyond twenty', async () => {
    const names = Array.from({ length: 23 }, (_, index) => about('CVE-2026-0001', `pkg:npm/other-${index}`))
    await scan(join(folder, 'project'), write('long.json', openvex(...names)))
    expect(unmatched()).toHaveLength(21)
    expect(unmatched().at(-1)).toBe('long.json: 3 more statements apply to nothing.')
  })

  it.each([
    ['is missing', () => join(folder, 'absent.json'), /No such file/],
    ['is no VEX document', () => write('not.json', { a: 1 }), /not OpenVEX, CSAF or CycloneDX/],
  ])('fails if a document %s', async (_, path, message) => {
    expect(await scan(join(folder, 'project'), path())).toBeLessThan(0)
    expect(output.stderr).toMatch(message)
  })

  it('refuses on a server and names the command that adds the document', async () => {
    const path = write('supplier.json', openvex(about('CVE-2026-0001', 'shop')))
    expect(await run('scan', join(folder, 'project'), '--vex', path)).toBeLessThan(0)
    expect(output.stderr).toContain('assay vex add')
  })
})
