import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import { hasControls } from '@assay/text/invisible.ts'
import { z } from 'zod'
import { oneLine } from './name.ts'
import { whenMissing } from './input-messages.ts'

/** CI servers send the url they cloned from, which may contain credentials: these are removed. */
export const ProjectUrl = z
  .string(whenMissing('The URL is missing'))
  .trim()
  .max(2000)
  .refine((url) => !hasControls(url), oneLine)
  .transform(withoutCredentials)
  .pipe(z.string().min(1, 'The URL is missing'))
  .meta({ minLength: 1 })
