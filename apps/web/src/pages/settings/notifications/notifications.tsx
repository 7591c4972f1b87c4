import { Channels } from './channels.tsx'
import { Deliveries } from './deliveries.tsx'
import { OwnRules } from './own-rules.tsx'
import { Rules } from './rules.tsx'

/** What is told to whom, and where it went. */
export const Notifications = () => (
  <>
    <OwnRules />
    <Rules />
    <Channels />
    <Deliveries />
  </>
)
