import { generateKeyPairSync } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

type NewEra = Parameters<TestMember['api']['eras']['create']>[0]['body']

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const server = testServer({ settings: { ASSAY_SIGNING_KEY: privateKey } })
const admin = forAllTests(() => server.newAccount())
beforeAll(() => upload('shop', ['lodash@4.17.4']))

const upload = (name: string, packages: string[]) =>
  admin.api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch: 'main', url: `https://example.org/${name}` },
  })

async function fileOf(body: NewEra & object, format: 'zip' | 'pdf'): Promise<Buffer> {
  const eraUuid = await admin.api.eras.create({ body: { ...body, formats: [format] } })
  const params = { eraUuid }
  await expect.poll(() => admin.api.eras.progress({ params }), { timeout: 120_000 }).toBe(100)
  return Buffer.from(await admin.api.eras.file({ params: { eraUuid, format } }))
}

const packOf = async (purpose: 'audit' | 'customer') => unzipSync(await fileOf({ purpose }, 'zip'))

type Pack = Awaited<ReturnType<typeof packOf>>
const textOf = (pack: Pack, name: string) => Buffer.from(pack[name]!).toString()
const jsonOf = (pack: Pack, name: string) => JSON.parse(textOf(pack, name)) as Record<string, unknown>

/** The commands of the section of docs/operate/verify-archives.md. */
function commandsOf(section: string): string[] {
  const page = readFileSync(
    new URL('../../../../../docs/operate/verify-archives.md', import.meta.url),
    'utf8',
  )
  const part = page.split(`## ${section}\n`)[1]!.split('\n## ')[0]!
  return /```sh\n([^`]*)```/.exec(part)![1]!.trim().split('\n')
}

/** A folder with the files of an archive and the key of the server. */
function unpack(pack: Pack): string {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  for (const [name, bytes] of Object.entries(pack)) writeFileSync(join(folder, name), bytes)
  writeFileSync(join(folder, 'signing-key.pub'), publicKey)
  return folder
}

const run = (command: string, cwd: string) =>
  execFileSync('sh', ['-c', command], { cwd, stdio: 'pipe' }).toString()

describe("an auditor's archive", () => {
  test('has the report, what programs read, and who approved which exception', async () => {
    const params = { accountUuid: admin.accountUuid }
    const colleague = await server.addMember(admin, 'Collaborator')
    const [finding] = (await admin.api.triage.list({ params, query: {} })).findings
    const { projectUuid, ecosystem, package: name, advisoryUuid } = finding!
    const findings = [{ projectUuid, ecosystem, package: name, advisoryUuid }]
    const body = { findings, state: 'false-positive', reason: 'Not ours' } as const
    await colleague.api.triage.decide({ params, body })
    const { decisions } = await admin.api.decisions.list({ params, query: { status: 'waiting' } })
    const exceptions = async () => {
      const report = jsonOf(await packOf('audit'), 'report.json')
      return report['exceptions'] as Record<string, string>[]
    }
    expect(await exceptions()).toMatchObject([
      { requestedBy: colleague.email, approvedBy: 'waiting for approval', reason: 'false positive' },
    ])
    const decisionUuids = decisions.map(({ uuid }) => uuid)
    await admin.api.decisions.settle({ params, body: { decisionUuids, isApproved: true, note: 'Agreed' } })
    const rule = { name: 'No exploited ones', condition: 'finding.kev', effect: 'fail' } as const
    await admin.api.rules.create({ params, body: rule })
    const pack = await packOf('audit')
    expect(Object.keys(pack).toSorted()).toEqual([
      'SHA256SUMS',
      'SHA256SUMS.sig',
      'manifest.json',
      'report.cdx.json',
      'report.csv',
      'report.json',
      'report.openvex.json',
      'report.pdf',
    ])
    const report = jsonOf(pack, 'report.json')
    expect(report['exceptions']).toMatchObject([
      {
        subject: expect.stringContaining(`· ${name}`) as string,
        requestedBy: colleague.email,
        approvedBy: admin.email,
        description: 'Not ours',
      },
    ])
    expect(report['rules']).toEqual([
      { name: 'No exploited ones', condition: 'finding.kev', effect: 'fail', description: '' },
    ])
    expect(jsonOf(pack, 'manifest.json')).toMatchObject({
      purpose: 'audit',
      files: expect.arrayContaining([
        expect.objectContaining({ name: 'report.pdf', bytes: pack['report.pdf']!.length }),
      ]) as object,
    })
  })

  test('is verified by the documented commands, and no file can be changed unnoticed', async () => {
    const folder = unpack(await packOf('audit'))
    const [verify, check] = commandsOf('Verify')
    expect(run(verify!, folder)).toContain('Success')
    expect(run(check!, folder)).toContain('report.pdf: OK')
    writeFileSync(join(folder, 'report.json'), '{}')
    expect(() => run(check!, folder)).toThrow('did NOT match')
    writeFileSync(join(folder, 'SHA256SUMS'), '')
    expect(() => run(verify!, folder)).toThrow()
  })

  test('can be signed by a key of the documented command', () => {
    const folder = mkdtempSync(join(tmpdir(), 'key-'))
    for (const command of commandsOf('Sign')) run(command, folder)
    expect(readFileSync(join(folder, 'signing-key.pub'), 'utf8')).toContain('PUBLIC KEY')
  })
})

test("a customer's archive has SBOM, VEX, and licenses with their texts", async () => {
  const of = { language: 'nodejs', name: 'lodash', version: '4.17.4' }
  await admin.api.overrides.setLicense({ params: of, body: { license: 'MIT' } })
  const [project] = await admin.api.projects.list({ params: { accountUuid: admin.accountUuid } })
  await admin.api.reports.recompute({ params: { projectUuid: project!.uuid } })
  const pack = await packOf('customer')
  expect(jsonOf(pack, 'report.cdx.json')).toMatchObject({ bomFormat: 'CycloneDX' })
  expect(jsonOf(pack, 'report.spdx.json')).toMatchObject({ spdxVersion: 'SPDX-2.3' })
  expect(jsonOf(pack, 'report.openvex.json')).toHaveProperty('statements')
  expect(textOf(pack, 'report.html')).toContain('Permission is hereby granted')
})

test('a portfolio of 100 projects takes at most 12 pages', async () => {
  const packages = ['lodash@4.17.4', 'minimist@0.0.8', 'axios@0.21.0', 'left-pad@1.3.0']
  for (let at = 0; at < 100; at++) await upload(`of-many-${at}`, packages.slice(at % 3))
  const pdf = (await fileOf({}, 'pdf')).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)!.length).toBeLessThanOrEqual(12)
})
