import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { canonicalJson } from '@assay/engine/signatures/canonical-json.ts'
import { makeSigstore, releaseWorkflow } from '@assay/engine/signatures/testing/make-sigstore.ts'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../program.ts'

let folder: string
const output = captureOutput()
beforeEach(() => {
  folder = folderOfTest()
})

function check(content: unknown, ...options: string[]) {
  const path = join(folder, 'bom.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return runProgram({ version: '1.0.0', environment: {}, args: ['sbom', 'check', path, ...options] })
}

const component = (number: number) => ({
  name: `lib${number}`,
  version: '1',
  purl: `pkg:npm/lib${number}@1`,
  supplier: { name: 'Acme' },
})
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: {
    timestamp: '2026-11-29T08:00:00Z',
    authors: [{ name: 'Ada' }],
    component: { 'bom-ref': 'app', name: 'app' },
  },
  components: [1, 2, 3, 4, 5].map(component),
  dependencies: [{ ref: 'app', dependsOn: [] }],
}

describe('assay sbom check', () => {
  test('names what is missing by profile, with the first components', async () => {
    expect(await check(bom)).toBe(0)
    expect(output.stdout).toMatch(/^CycloneDX 1\.6, 5 components\n\nNTIA minimum elements/)
    expect(output.stdout).toContain('NTIA minimum elements (2021): all required elements')
    expect(output.stdout).toContain('CISA minimum elements (2026): lacks required elements')
    expect(output.stdout).toContain('  missing: Generation context')
    expect(output.stdout).toContain(
      '  0 of 5: Hash with its algorithm; not lib1 1, lib2 1, lib3 1 and 2 more',
    )
    expect(output.stdout).toContain('URI of the source code (if it exists)')
  })

  test('fails if a required profile is not met', async () => {
    expect(await check(bom, '--require', 'ntia-2021')).toBe(0)
    expect(await check(bom, '--require', 'bsi-2.1')).toBe(8)
  })

  test('prints every element as JSON', async () => {
    expect(await check(bom, '--json')).toBe(0)
    const { profiles } = JSON.parse(output.stdout) as { profiles: { id: string; rules: object[] }[] }
    expect(profiles.map(({ id }) => id)).toEqual(['ntia-2021', 'cisa-2026', 'bsi-2.1'])
    expect(profiles[1]!.rules).toContainEqual(
      expect.objectContaining({ id: 'hash', met: 0, of: 5, missing: expect.arrayContaining(['lib5 1']) }),
    )
  })

  test.each([
    ['no JSON', '{', 'not valid JSON'],
    ['another document', { name: 'x' }, 'neither CycloneDX nor SPDX 2'],
  ])('refuses %s', async (_, content, message) => {
    expect(await check(content)).toBe(-3)
    expect(output.stderr).toContain(message)
  })
})

describe('assay sbom verify', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const other = generateKeyPairSync('ed25519').publicKey
  const signature = { algorithm: 'Ed25519' }
  const value = sign(null, Buffer.from(canonicalJson({ ...bom, signature })), privateKey).toString(
    'base64url',
  )
  const signed = { ...bom, signature: { ...signature, value } }

  async function verify(content: unknown, ...keys: (KeyObject | string)[]) {
    const path = join(folder, 'bom.json')
    writeFileSync(path, JSON.stringify(content))
    const files = keys.map((key, at) => {
      const file = join(folder, `${at}.pub`)
      writeFileSync(file, typeof key === 'string' ? key : key.export({ type: 'spki', format: 'pem' }))
      return file
    })
    const args = ['sbom', 'verify', path, '--key', ...files]
    return runProgram({ version: '1.0.0', environment: {}, args })
  }

  test('names the keys that signed it', async () => {
    expect(await verify(signed, other, publicKey)).toBe(0)
    expect(output.stdout).toBe(`Signed with ${join(folder, '1.pub')}\n`)
  })

  const unverified = 'Signed, but not with any of these keys'
  test.each([
    ['another key', signed, { key: other, message: unverified }],
    ['a changed document', { ...signed, components: [] }, { key: publicKey, message: unverified }],
    ['no signature', bom, { key: publicKey, message: 'Not signed' }],
  ])('fails with %s', async (_, document, { key, message }) => {
    expect(await verify(document, key)).toBe(8)
    expect(output.stdout).toContain(message)
  })

  test('refuses a file that is no public key', async () => {
    expect(await verify(signed, 'x')).toBe(-8)
    expect(output.stderr).toContain('is no public key or certificate')
  })

  describe('without keys', () => {
    const sigstore = makeSigstore()
    const { subject, issuer } = releaseWorkflow
    const write = (name: string, content: string) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const verifyWith = (path: string, ...args: string[]) =>
      runProgram({ version: '1.0.0', environment: {}, args: ['sbom', 'verify', path, ...args] })
    const rootArgs = (identity: string) => [
      '--trusted-root',
      write('trusted_root.json', sigstore.trustedRoot),
      '--identity',
      identity,
      '--issuer',
      issuer,
    ]
    const bundled = () =>
      write('bom.sigstore.json', JSON.stringify(sigstore.signEnvelope(JSON.stringify(bom))))

    test('says who signed a bundle, and when', async () => {
      expect(await verifyWith(bundled(), ...rootArgs('https://github.com/acme/*'))).toBe(0)
      expect(output.stdout).toContain(`Signed by ${subject} (${issuer}) at 2026-05-01T12:00:00.000Z`)
    })

    test('names a signer whom it was not told to trust', async () => {
      expect(await verifyWith(bundled(), ...rootArgs('https://github.com/other/*'))).toBe(8)
      expect(output.stdout).toContain(`Signed by somebody else: ${subject}`)
    })

    test('verifies a file with the bundle beside it', async () => {
      const path = write('plain.json', JSON.stringify(bom))
      const bundle = write('plain.sigstore.json', JSON.stringify(sigstore.signBytes(readFileSync(path))))
      expect(await verifyWith(path, '--bundle', bundle, ...rootArgs(subject))).toBe(0)
      writeFileSync(path, '{}')
      expect(await verifyWith(path, '--bundle', bundle, ...rootArgs(subject))).toBe(8)
      expect(output.stdout).toContain('Changed since it was signed')
    })

    test('refuses a root without an identity, and nothing to trust', async () => {
      expect(await verifyWith(bundled(), ...rootArgs(subject).slice(0, 2))).toBe(-8)
      expect(output.stderr).toContain('--trusted-root needs --identity and --issuer')
      expect(await verifyWith(bundled())).toBe(-8)
      expect(output.stderr).toContain('Pass --key or --trusted-root')
    })
  })
})
