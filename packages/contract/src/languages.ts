import { z } from 'zod'

/** Those that the web app is translated into, as BCP 47 has them; the first is what others are told. */
export const languages = ['en', 'de'] as const

export const Language = z.enum(languages).meta({ id: 'Language' })
export type Language = z.infer<typeof Language>
