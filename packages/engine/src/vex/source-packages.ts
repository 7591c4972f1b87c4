import { ecosystemById } from '../ecosystems.ts'
import { rpmSource } from '../ecosystems/distribution.ts'
import type { Component } from '../inventory.ts'
import { formatPurl, parsePurl } from '../purl.ts'
import type { VexProduct } from './vex-document.ts'

/** A source package without its qualifier: 'pkg:rpm/redhat/openssl?arch=src'; null for other products. */
export function asSourcePackage({ id, versions }: VexProduct): VexProduct | null {
  const purl = parsePurl(id)
  const { arch, ...qualifiers } = purl?.qualifiers ?? {}
  if (!purl || (arch !== 'src' && arch !== 'source')) return null
  return { id: formatPurl({ ...purl, qualifiers }), versions }
}

/** The component under name and version of the source package it was built from, or its own if unknown. */
export function sourceOf(component: Component): Component {
  const { ecosystem, purl, version } = component
  if (ecosystem === null || !ecosystemById(ecosystem).release) return component
  const { upstream, sourcerpm = '' } = (purl === null ? null : parsePurl(purl))?.qualifiers ?? {}
  const source = component.source ?? rpmSource({ upstream: upstream ?? sourcerpm }, version)
  return source ? { ...component, ...source } : component
}
