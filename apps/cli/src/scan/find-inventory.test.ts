import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import { findInventory } from './find-inventory.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-find-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '{}')
  }
}

async function find() {
  const { path, others } = await findInventory(root)
  return [path, ...others].map((each) => relative(root, each))
}

it('takes a file as it is, whatever its name', async () => {
  write('x.txt')
  expect(await findInventory(join(root, 'x.txt'))).toEqual({ path: join(root, 'x.txt'), others: [] })
})

it('takes a lockfile before a CycloneDX file, and names the others', async () => {
  write('bom.json', 'package-lock.json', 'app.cdx.json', 'package.json', 'tsconfig.json')
  expect(await find()).toEqual(['package-lock.json', 'app.cdx.json', 'bom.json'])
})

it('takes the nearest to the top', async () => {
  write('a/b/package-lock.json', 'c/my-sbom-1.json')
  expect(await find()).toEqual(['c/my-sbom-1.json'])
})

it('finds what Maven writes', async () => {
  write('target/bom.json')
  expect(await find()).toEqual(['target/bom.json'])
})

it.each(['node_modules/x/package-lock.json', '.git/bom.json', 'a/b/c/d/e/bom.json'])(
  'passes over %s',
  async (path) => {
    write(path)
    await expect(find()).rejects.toMatchObject({ code: exitCodes.unsupported })
  },
)

it('goes four folders deep', async () => {
  write('a/b/c/d/bom.json')
  expect(await find()).toEqual(['a/b/c/d/bom.json'])
})

it('follows no links', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'assay-elsewhere-'))
  writeFileSync(join(elsewhere, 'bom.json'), '{}')
  symlinkSync(elsewhere, join(root, 'linked'))
  symlinkSync(join(elsewhere, 'bom.json'), join(root, 'bom.json'))
  await expect(find()).rejects.toMatchObject({ code: exitCodes.unsupported })
  rmSync(elsewhere, { recursive: true })
})

it('stops after its limit of entries', async () => {
  write('a/1', 'a/2', 'a/3', 'b/bom.json')
  await expect(findInventory(root, 5)).rejects.toMatchObject({ code: exitCodes.unsupported })
  expect((await findInventory(root, 6)).path).toBe(join(root, 'b/bom.json'))
})

it('says which path is not there', async () => {
  await expect(findInventory(join(root, 'nope'))).rejects.toThrow('nope')
})
