import { vexStatuses } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { named } from './named.ts'

// Documents that are written from a report.

const JsonSignature = z.object({
  algorithm: z.literal('Ed25519'),
  publicKey: z.object({ kty: z.string(), crv: z.string(), x: z.string() }),
  value: z.string(),
})

/** https://cyclonedx.org/docs/1.6/json/ */
export const Bom = named('CycloneDx', {
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z.string(),
  version: z.int(),
  metadata: z.looseObject({ timestamp: z.string() }),
  components: z.array(z.looseObject({ type: z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
  /** Whether all dependencies are there. */
  compositions: z.array(
    z.object({
      aggregate: z.enum(['complete', 'incomplete', 'unknown']),
      dependencies: z.array(z.string()),
    }),
  ),
  /** JSF, if the server has a key: https://cyberphone.github.io/doc/security/jsf.html */
  signature: JsonSignature.optional(),
})
export type Bom = z.infer<typeof Bom>

/** https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md */
export const OpenVex = z
  .looseObject({
    '@context': z.literal('https://openvex.dev/ns/v0.2.0'),
    '@id': z.string(),
    author: z.string(),
    timestamp: z.string(),
    version: z.int(),
    statements: z.array(z.looseObject({ status: z.enum(vexStatuses) })),
  })
  .meta({ id: 'OpenVex' })

/** A vulnerability disclosure report: https://cyclonedx.org/capabilities/vdr/ */
export const CyclonedxVex = z
  .looseObject({
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.6'),
    serialNumber: z.string(),
    version: z.int(),
    vulnerabilities: z.array(z.looseObject({ id: z.string() })),
  })
  .meta({ id: 'CyclonedxVex' })
