import { Channels } from './channels.tsx'
import { Deliveries } from './deliveries.tsx'
import { OwnRules } from './own-rules.tsx'
import { Rules } from './rules.tsx'

/** Rules, channels and deliveries. */
export const Notifications = () => (
  <>
    <OwnRules />
    <Rules />
    <Channels />
    <Deliveries />
  </>
)
