import { qualityProfileIds } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { SignatureCheck } from './signature-check.ts'
import { named } from './named.ts'

const QualityRule = z.object({
  id: z.string(),
  title: z.string(),
  /** 'additional': it has to be there if it exists, so that lacking it fails nothing. */
  level: z.enum(['required', 'additional']),
  subject: z.enum(['document', 'component']),
  /** Of a document's rule, 0 or 1. */
  met: z.int(),
  /** Components, or 1; 0 if the format has no place for it. */
  of: z.int(),
  /** Components that lack it, the first 100. */
  missing: z.array(z.string()),
})

const QualityOfProfile = z.object({
  id: z.enum(qualityProfileIds),
  title: z.string(),
  url: z.string(),
  /** Whether every required element is there. */
  isMet: z.boolean(),
  rules: z.array(QualityRule),
})
export type QualityOfProfile = z.infer<typeof QualityOfProfile>

/** What a document says, not whether it is true. */
export const DocumentQuality = named('DocumentQuality', {
  /** 'CycloneDX 1.6'; null if the document is neither CycloneDX nor SPDX 2 as JSON, or too large to be assessed. */
  format: z.string().nullable(),
  components: z.int(),
  /** null if the document is too large to be verified. */
  signature: SignatureCheck.nullable(),
  /** Empty without a format. */
  profiles: z.array(QualityOfProfile),
})
export type DocumentQuality = z.infer<typeof DocumentQuality>
