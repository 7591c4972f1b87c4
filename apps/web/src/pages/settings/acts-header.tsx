import { settings as words } from '../../texts/settings.ts'

/** Over the buttons of rows; it needs no words for those who see it. */
export const ActsHeader = () => (
  <th scope="col">
    <span className="sr-only">{words.acts}</span>
  </th>
)
