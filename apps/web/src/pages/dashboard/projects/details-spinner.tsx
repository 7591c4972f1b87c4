import { texts } from '../../../messages/app.ts'
import { Spinner } from '../../../ui/spinner.tsx'

/** As tall as the content it replaces, so that the row grows only once. */
export const DetailsSpinner = () => (
  <div className="grid min-h-[375px] place-items-center">
    <Spinner label={texts.loading} />
  </div>
)
