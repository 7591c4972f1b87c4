import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { imageConfig } from './image-config.ts'
import { writeOciLayout } from './oci-layout.ts'

const folder = temporaryFolder()

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('an image is a layout whose digests match its content, and the same each time', async () => {
  const layers = ['one', 'two'].map((name) => join(folder, `${name}.tar`))
  for (const path of layers) {
    await writeFile(join(folder, 'file'), path)
    execFileSync('tar', ['--create', '--file', path, '--mtime=@0', '-C', folder, 'file'])
  }
  const layout = join(folder, 'layout')
  const settings = { architecture: 'arm64', tag: '1.2.3', config: imageConfig('1.2.3') }
  const digest = await writeOciLayout(layout, layers, settings)
  const blob = (name: string) => readFile(join(layout, 'blobs/sha256', name.replace('sha256:', '')))
  for (const name of await readdir(join(layout, 'blobs/sha256'))) expect(sha256(await blob(name))).toBe(name)

  const index = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8')) as {
    manifests: { digest: string; annotations: Record<string, string> }[]
  }
  expect(index.manifests).toMatchObject([
    {
      digest,
      annotations: { 'org.opencontainers.image.ref.name': '1.2.3' },
      platform: { architecture: 'arm64' },
    },
  ])
  const manifest = JSON.parse((await blob(digest)).toString()) as {
    config: { digest: string }
    layers: { digest: string; size: number }[]
  }
  const config = JSON.parse((await blob(manifest.config.digest)).toString()) as {
    rootfs: { diff_ids: string[] }
  }
  expect(config).toMatchObject({ architecture: 'arm64', os: 'linux', config: { User: '1000:0' } })
  for (const [at, { digest: packed, size }] of manifest.layers.entries()) {
    const bytes = await blob(packed)
    expect(bytes.length).toBe(size)
    expect(gunzipSync(bytes).equals(await readFile(layers[at]!))).toBe(true)
    expect(config.rootfs.diff_ids[at]).toBe(`sha256:${sha256(gunzipSync(bytes))}`)
  }
  expect(await writeOciLayout(layout, layers, settings)).toBe(digest)
})

test('the Dockerfile gives an image the same settings', async () => {
  const dockerfile = await readFile(join(import.meta.dirname, '../../deploy/container/Dockerfile'), 'utf8')
  const final = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).replaceAll('\\\n', ' ')
  const {
    User: user,
    Env: variables,
    Entrypoint: entrypoint,
    WorkingDir: folderOf,
  } = imageConfig('1') as {
    User: string
    Env: string[]
    Entrypoint: string[]
    WorkingDir: string
  }
  const valueOf = (word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(final)?.[1]
  expect(valueOf('USER')).toBe(user)
  expect(valueOf('WORKDIR')).toBe(folderOf)
  expect(valueOf('ENV')?.split(/ +/)).toEqual(variables)
  expect(JSON.parse(valueOf('ENTRYPOINT')!)).toEqual(entrypoint)
})
