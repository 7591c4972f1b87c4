import { noCredentials } from '@assay/engine/url-credentials.ts'
import { serviceAddressFormat } from '@assay/contract/vocabulary.ts'
import { z } from 'zod'

export const rkvstFields = {
  protocol: z.enum(['events', 'hub']).meta({
    title: 'Service',
    description: 'The RKVST SBOM hub closed in 2023. Choose it only for a compatible server.',
    optionTitles: ['DataTrails (assets and events)', 'RKVST SBOM hub'],
  }),
  url: z
    .string()
    .trim()
    .max(2000)
    .regex(/^https?:\/\/[^?#\s]+$/, 'Enter a URL such as https://app.datatrails.ai')
    .refine(noCredentials.check, noCredentials.message)
    .meta({ title: 'URL', ...serviceAddressFormat }),
  clientId: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .meta({ title: 'Client ID', description: 'Client ID of an app registration with an access policy.' }),
  supplier: z
    .string()
    .trim()
    .max(200)
    .meta({ title: 'Supplier', description: 'Your organization, as named in the SBOMs.' }),
  privacy: z.enum(['PRIVATE', 'PUBLIC']).meta({
    title: 'Visibility',
    description: 'Visibility of uploaded SBOMs.',
    optionTitles: ['Private', 'Public'],
  }),
  clientSecret: z.string().trim().min(1).max(2000).meta({
    title: 'Client secret',
    description: 'Shown once, when the app registration is created.',
    writeOnly: true,
  }),
}

export const RkvstSettings = z.object({
  ...rkvstFields,
  protocol: rkvstFields.protocol.default('events'),
  url: rkvstFields.url.default('https://app.datatrails.ai'),
  supplier: rkvstFields.supplier.default(''),
  privacy: rkvstFields.privacy.default('PRIVATE'),
})
export type RkvstSettings = z.output<typeof RkvstSettings>
