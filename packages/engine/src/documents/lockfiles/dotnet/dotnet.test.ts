import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { depsJson } from './deps-json.ts'
import { packagesConfig } from './packages-config.ts'
import { packagesLock } from './packages-lock.ts'

it('lists the packages of all target frameworks, without project references', () => {
  const result = readFixture(packagesLock, 'packages.lock.json')
  expect(listed(result)).toEqual([
    'Newtonsoft.Json 12.0.3 runtime direct',
    'System.Net.Http 4.3.0 runtime direct',
    'System.Text.RegularExpressions 4.3.0 runtime < System.Net.Http',
  ])
  expect(issuesOf(result)).toEqual([])
  expect(result.inventory?.formats).toEqual(['packages.lock.json 1'])
})

it('distinguishes packages.lock.json from other JSON', () => {
  expect(packagesLock.recognizes?.({ version: 1, dependencies: { net6: { A: { type: 'Direct' } } } })).toBe(
    true,
  )
  expect(packagesLock.recognizes?.({ version: 1, dependencies: { a: { version: '1.0.0' } } })).toBe(false)
  expect(packagesLock.recognizes?.({ dependencies: {} })).toBe(false)
})

it('reads packages.config, with development dependencies as provided', () => {
  const result = readFixture(packagesConfig, 'packages.config')
  expect(listed(result)).toEqual([
    'jQuery 1.10.2 runtime ?',
    'Newtonsoft.Json 6.0.4 runtime ?',
    'Microsoft.Net.Compilers 1.0.0 provided ?',
  ])
  expect(issuesOf(readText(packagesConfig, 'packages.config', '<a/>'))).toEqual([
    'document-unknown packages.config',
  ])
  const nameless = readText(
    packagesConfig,
    'packages.config',
    '<packages>\n<package version="1"/></packages>',
  )
  expect(issuesOf(nameless)).toEqual(['name-missing packages.config:2'])
})

it('reads the dependencies in a .deps.json file', () => {
  const result = readFixture(depsJson, 'shop.deps.json')
  expect(listed(result)).toEqual([
    'Serilog 2.9.0 runtime < Serilog.Sinks.File',
    'Serilog.Sinks.File 4.1.0 runtime direct',
    'System.Drawing.Common 4.7.0 runtime direct',
  ])
  expect(result.inventory?.root).toEqual({ name: 'shop', version: '1.0.0', purl: null })
})

it('lists what has files on the target of a .deps.json file, and who needs it through the rest', () => {
  const target = {
    'app/1.0.0': { dependencies: { Meta: '1.0.0' }, runtime: { 'app.dll': {} } },
    'Meta/1.0.0': { dependencies: { Native: '1.0.0', Meta: '1.0.0' } },
    'Native/1.0.0': { native: { 'x.so': {} } },
    'Framework/1.0.0': { runtime: { 'f.dll': {} } },
    'runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.1': { runtime: { 'System.dll': {} } },
  }
  const types = { app: 'project', Framework: 'referenceassembly', runtimepack: 'runtimepack' }
  const libraries = Object.fromEntries(
    Object.keys(target).map((key) => [
      key,
      { type: Object.entries(types).find(([start]) => key.startsWith(start))?.[1] ?? 'package' },
    ]),
  )
  const deps = {
    runtimeTarget: { name: 'net8/linux-x64' },
    targets: { net8: {}, 'net8/linux-x64': target },
    libraries,
  }
  expect(listed(readText(depsJson, 'app.deps.json', JSON.stringify(deps)))).toEqual([
    'Native 1.0.0 runtime direct',
    'Microsoft.NETCore.App.Runtime.linux-x64 8.0.1 runtime',
  ])
})

it('lists a package once, however the frameworks spell it', () => {
  const locked = (name: string) => ({ [name]: { type: 'Direct', resolved: '13.0.1' } })
  const dependencies = { 'net8.0': locked('Newtonsoft.Json'), 'net9.0': locked('newtonsoft.json') }
  const text = JSON.stringify({ version: 1, dependencies })
  expect(listed(readText(packagesLock, 'packages.lock.json', text))).toEqual([
    'Newtonsoft.Json 13.0.1 runtime direct',
  ])
})
