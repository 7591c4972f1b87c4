import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { generateProducts, startFakeDefectDojo } from '#testing/defectdojo-server.ts'
import { generateProjects, startFakeDependencyTrack } from '#testing/dependency-track-server.ts'

// The guides for those who come from another product, as a newcomer follows them: every block of commands runs in a shell,
// one after the other, on what the guide names, against servers that speak the wire of the other product.

const root = join(import.meta.dirname, '../../../../..')
const key = 'odt_AbCdEfGh_0123456789'
const dojoToken = '0123456789abcdef0123456789abcdef01234567'

const folder = temporaryFolder()
const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(() => {
  mkdirSync(join(folder, 'bin'))
  program('assay', `exec '${process.execPath}' '${join(root, 'apps/cli/src/main.js')}' "$@"`)
  program('cdxgen', `exec '${process.execPath}' '${join(folder, 'cdxgen.mjs')}' "$@"`)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
})

function program(name: string, line: string): void {
  const path = join(folder, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${line}\n`)
  chmodSync(path, 0o755)
}

const packages = { '': { dependencies: { lodash: '4' } }, 'node_modules/lodash': { version: '4.17.4' } }

/** The inputs that the commands name. */
const files = {
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
  'trivy.json': JSON.stringify({
    SchemaVersion: 2,
    Results: [
      {
        Target: 'package-lock.json',
        Class: 'lang-pkgs',
        Type: 'npm',
        Packages: [{ Name: 'lodash', Version: '4.17.4' }],
      },
    ],
  }),
  'dtrack.sql': [
    'COPY public."PROJECT" ("ID", "ACTIVE", "IS_LATEST", "LAST_BOM_IMPORTED", "NAME", "UUID", "VERSION") FROM stdin;',
    '2\tt\tt\t2024-03-01 12:00:00+00\tshop\t00000000-0000-4000-8000-000000000002\t1.0',
    String.raw`\.`,
    '',
  ].join('\n'),
  /** Sends what cdxgen sends: switches are text. */
  'cdxgen.mjs': `
    const [url, key, name, version] = ['--server-url', '--api-key', '--project-name', '--project-version'].map(
      (each) => process.argv[process.argv.indexOf(each) + 1])
    const components = [{ type: 'library', name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' }]
    const bom = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components })
    const sent = await fetch(url + '/api/v1/bom', {
      method: 'PUT',
      headers: { 'X-Api-Key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ projectName: name, projectVersion: version, autoCreate: 'true', bom: btoa(bom) }),
    })
    console.log(sent.status, await sent.text())`,
}

interface Ran {
  /** The last command of the block. */
  command: string
  output: string
}

/** Runs the blocks of a guide with these in place of what it writes for the reader's own. */
async function follow(guide: string, replaced: Readonly<Record<string, string>>): Promise<Ran[]> {
  const text = readFileSync(join(root, 'docs/guides', guide), 'utf8')
  const blocks = [...text.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) => block)
  const ran: Ran[] = []
  let settings = ''
  for (const block of blocks) {
    const own = Object.entries({
      ...replaced,
      'https://assay.example.org': server.url,
      'asyt_…': member.authorization.replace('token ', ''),
    }).reduce((script, [from, to]) => script.replaceAll(from, to), block)
    const output = await inShell(settings + own)
    settings += own.replaceAll(/^(?!export |\w+=\S+$).*\n/gm, '')
    const command = block
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n')
      .at(-1)!
    ran.push({ command, output })
  }
  return ran
}

async function inShell(script: string): Promise<string> {
  expect(script).not.toContain('…')
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    ASSAY_HOME: folder,
    XDG_CONFIG_HOME: folder,
    CI: 'true',
  }
  const run = promisify(execFile)('/bin/sh', ['-e', '-c', script], { env, cwd: folder })
  // What a scan finds is its exit code: docs of `assay scan`.
  const { stdout } = await run.catch((error: { code: number; stdout: string }) => {
    if (/^assay scan /m.test(script) && error.code < 64) return error
    throw error
  })
  return stdout
}

const reportIn = (name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as { imported: Record<string, number> }

const branches = async () =>
  (await member.api.projects.list({ params: { accountUuid: member.accountUuid } })).flatMap((project) =>
    project.branches.map((branch) => `${project.name} ${branch}`),
  )

describe('coming from', () => {
  test('Dependency-Track', async () => {
    const projects = generateProjects(6)
    const from = await startFakeDependencyTrack({ projects, major: 4, key })
    const ran = await follow('coming-from-dependency-track.md', {
      'https://dtrack.example.org': from.url,
      'odt_…': key,
    })
    expect(ran).toEqual([
      {
        command: 'assay import dependency-track --url https://dtrack.example.org --dry-run',
        output: expect.stringMatching(/^Project versions +6 +0 +0 *$[^]*^Left out:$/m),
      },
      {
        command: 'assay import dependency-track --url https://dtrack.example.org --report import.json',
        output: expect.stringMatching(/^What +Imported +There already +Left out$/m),
      },
      {
        command: 'assay import dependency-track --dump dtrack.sql --dry-run',
        output: expect.stringMatching(/^Project versions +1 +0 +0 *$/m),
      },
      {
        command: 'assay compare dependency-track --url https://dtrack.example.org',
        output: expect.stringMatching(/^Project version +Both +Only Dependency-Track +Only here$/m),
      },
      {
        command:
          'cdxgen --server-url $DT_URL --api-key $ASSAY_TOKEN --project-name app --project-version 1.0',
        output: expect.stringMatching(/^200 .*"token"/m),
      },
    ])
    expect(reportIn('import.json').imported).toMatchObject({ 'Project versions': 6 })
    expect(await branches()).toEqual(
      expect.arrayContaining([
        'app 1.0',
        ...projects.map((each) => `${each.name} ${each.version ?? 'main'}`),
      ]),
    )
    await from.stop()
  })

  test('DefectDojo', async () => {
    const from = await startFakeDefectDojo(generateProducts(2), dojoToken)
    const ran = await follow('coming-from-defectdojo.md', {
      'https://defectdojo.example.org': from.url,
      'DEFECTDOJO_TOKEN=…': `DEFECTDOJO_TOKEN=${dojoToken}`,
    })
    expect(ran).toEqual([
      {
        command: 'assay import defectdojo --url https://defectdojo.example.org --dry-run',
        output: expect.stringMatching(/^Branches +2 +0 +0 *$/m),
      },
      {
        command: 'assay import defectdojo --url https://defectdojo.example.org --report import.json',
        output: expect.stringMatching(/^Branches +2 +0 +0 *$/m),
      },
      {
        command: expect.stringMatching(
          /^curl -X POST https:\/\/assay\.example\.org\/api\/v2\/reimport-scan\//,
        ),
        output: expect.stringMatching(/"test":\d+/),
      },
      { command: 'assay scan --output defectdojo=findings.json', output: expect.anything() },
    ])
    expect(reportIn('import.json').imported).toMatchObject({ Branches: 2 })
    expect(await branches()).toEqual(expect.arrayContaining(['product-2 main', 'shop main']))
    expect(JSON.parse(readFileSync(join(folder, 'findings.json'), 'utf8'))).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ component_name: 'lodash' })]),
    })
    await from.stop()
  })
})
