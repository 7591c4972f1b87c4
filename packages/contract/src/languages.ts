import { z } from 'zod'

/** Languages of the web app, as BCP 47 tags. The first is the default. */
export const languages = ['en', 'de'] as const

export const Language = z.enum(languages).meta({ id: 'Language' })
export type Language = z.infer<typeof Language>
