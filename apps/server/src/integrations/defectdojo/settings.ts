import { z } from 'zod'

export const DefectDojoSettings = z.object({
  url: z
    .string()
    .trim()
    .max(2000)
    .regex(/^https?:\/\/[^?#@\s]+$/, 'Enter a URL such as https://defectdojo.example.org')
    .transform((text) => text.replace(/\/+$/, ''))
    .meta({ title: 'URL', description: 'Of your DefectDojo.' }),
  productType: z.string().trim().min(1).max(200).default('Assay').meta({
    title: 'Product type',
    description: 'Of products that are created. Existing ones must have it.',
  }),
  token: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'A token cannot contain spaces')
    .meta({
      title: 'API token',
      description: 'In DefectDojo: API v2 key, of a user who may import scans and add products.',
      writeOnly: true,
    }),
})
export type DefectDojoSettings = z.output<typeof DefectDojoSettings>
