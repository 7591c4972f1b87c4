import type { Component } from '../../inventory.ts'

/** Images that files name. What is in them is not known until they are scanned. */
export const imageKind = { purlType: 'docker' } as const

/** Whether a component is an image that a file names. One that an SBOM lists is a component like any other. */
export const isNamedImage = ({ ecosystem, purl, sureness }: Component): boolean =>
  ecosystem === null && sureness === 'declared' && purl?.startsWith(`pkg:${imageKind.purlType}/`) === true
