import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startFolder } from './start-folder.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

describe('startFolder', () => {
  const npm = { npm_lifecycle_event: 'assay', npm_package_name: 'assay', INIT_CWD: '/home/me/app' }

  it("is the caller's folder when run by Assay's own script", () => {
    expect(startFolder(npm)).toBe('/home/me/app')
  })

  it('is the working folder otherwise', () => {
    expect(startFolder({})).toBeNull()
    expect(startFolder({ ...npm, npm_package_name: 'app' })).toBeNull()
    expect(startFolder({ ...npm, npm_lifecycle_event: 'check' })).toBeNull()
    expect(startFolder({ ...npm, INIT_CWD: '' })).toBeNull()
  })
})

describe('npm --prefix <Assay> run assay', () => {
  it("scans the caller's folder instead of Assay's", () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-start-')))
    try {
      writeFileSync(join(folder, 'requirements.txt'), 'flask==3.0.0\n')
      const scan = 'scan --offline --format json --min-security 0 --min-stability 0 --min-licensing 0'
      const output = execFileSync(
        'npm',
        ['--prefix', repository, 'run', '--silent', 'assay', '--', ...scan.split(' ')],
        { cwd: folder, env: { ...process.env, ASSAY_HOME: join(folder, 'home') }, encoding: 'utf8' },
      )
      const { project, components } = JSON.parse(output) as {
        project: object
        components: { name: string }[]
      }
      expect(project).toMatchObject({ url: `local:${folder.split('/').at(-1)}` })
      expect(components.map(({ name }) => name)).toEqual(['flask'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
