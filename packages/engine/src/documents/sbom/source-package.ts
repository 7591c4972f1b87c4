import type { Component } from '../../inventory.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../parsers/json-value.ts'

const trivyPrefix = 'aquasecurity:trivy:Src'

/**
 * Reads the source package from the properties that Trivy writes. Versions of Debian and RPM packages are split into
 * parts. Source: https://github.com/aquasecurity/trivy/blob/main/pkg/sbom/core/bom.go
 */
export function sourceOfProperties(properties: unknown): Component['source'] {
  if (properties === undefined) return undefined
  const valueOf = new Map(
    listOf(properties)
      .map(recordOf)
      .filter(({ name }) => textOf(name).startsWith(trivyPrefix))
      .map(({ name, value }) => [textOf(name).slice(trivyPrefix.length), shortTextOf(value)]),
  )
  const part = (name: string) => valueOf.get(name) ?? ''
  const [epoch, release] = [part('Epoch'), part('Release')]
  const version = `${/^0?$/.test(epoch) ? '' : `${epoch}:`}${part('Version')}${release === '' ? '' : `-${release}`}`
  return part('Name') === '' || part('Version') === '' ? undefined : { name: part('Name'), version }
}

const maxFiles = 100

/**
 * The files of SPDX's sourceInfo, as Syft ('acquired package info from installed python package manifest file: /a, /b') and
 * this product ('Listed in a, b') write them.
 */
export function filesOfSentence(sourceInfo: string): string[] {
  const [, files] = /^(?:acquired package info from [^:]{1,200}: |Listed in )(.+)$/s.exec(sourceInfo) ?? []
  const paths = (files ?? '').split(', ').map((path) => path.trim())
  return paths.filter((path) => path !== '').slice(0, maxFiles)
}

/** Reads the source package from SPDX's sourceInfo, a sentence: 'built package from: openssl 3.0.11-1~deb12u2'. */
export function sourceOfSentence(sourceInfo: string): Component['source'] {
  const [, name, version] = /^built package from: (\S+) (\S+)$/.exec(sourceInfo) ?? []
  return name && version ? { name, version } : undefined
}
