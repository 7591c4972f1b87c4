import { attachedBy, attachedProblems } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { NewerBase } from './newer-base.ts'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** What is known of the image that was scanned. */
export const ScanImage = named('ScanImage', {
  /** Of its manifest or index; '' if unknown. */
  digest: z.string(),
  /** 'linux/amd64'; '' if unknown. */
  platform: z.string(),
  createdAt: EpochMs.nullable(),
  /** From the lowest. */
  layers: z.array(
    z.object({
      diffId: z.string(),
      /** What made it; '' if unknown. */
      instruction: z.string(),
      /** Whether it is of the base image; null if unknown. */
      isBase: z.boolean().nullable(),
      /** As stored, in bytes; null if unknown. */
      size: z.number().nullable(),
      /** Components that it brought, and those of them with findings. */
      components: z.int(),
      vulnerable: z.int(),
    }),
  ),
  /** SBOMs that are attached to it, none of whose signatures was verified; absent if none were looked for. */
  attached: z
    .array(
      z.object({
        by: z.enum(attachedBy),
        /** 'SPDX', 'CycloneDX', 'attestation'. */
        name: z.string(),
        /** Whether packages that only it lists were scanned. */
        isUsed: z.boolean(),
        /** Packages that it lists, that were found in the image, and those of both. */
        listed: z.int(),
        found: z.int(),
        both: z.int(),
        /** Package URLs, at most a hundred. */
        onlyInDocument: z.array(z.string()),
        onlyInImage: z.array(z.string()),
      }),
    )
    .optional(),
  /** Attached documents that were left out, and why; absent if none were. Older servers do not send it. */
  attachedProblems: z
    .array(
      z.object({
        /** null if what is attached could not be listed. */
        by: z.enum(attachedBy).nullable(),
        /** Of its manifest; of the image if nothing could be listed. */
        digest: z.string(),
        reason: z.enum(attachedProblems),
        /** What exactly could not be read, in one sentence; '' if the reason says it. */
        detail: z.string(),
      }),
    )
    .optional(),
  /** The image that it is built on, as its labels say, or as its layers let guess; null if neither does. */
  base: z
    .object({
      name: z.string(),
      digest: z.string(),
      /** No label names it: it is the scanned image with the most layers that this one begins with. */
      isGuessed: z.boolean().optional(),
      createdAt: EpochMs.nullable(),
      /** What its tag led to when the image was scanned, if that is another image; null if it is not, or unknown. */
      newest: z.object({ digest: z.string(), createdAt: EpochMs.nullable() }).nullable(),
      /** A newer base of the same line and variant, if the image is watched. Older servers do not send it. */
      newer: NewerBase.nullable().optional(),
    })
    .nullable(),
})
export type ScanImage = z.infer<typeof ScanImage>
