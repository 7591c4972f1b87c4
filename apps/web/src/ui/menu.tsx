import { Button as AriaButton, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'

interface Props {
  label: string
  items: readonly { id: string; label: string; onAction: () => void }[]
}

/** A button that offers a few acts. */
export const Menu = ({ label, items }: Props) => (
  <MenuTrigger>
    <AriaButton className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-md border border-line bg-raised px-3 text-sm font-medium text-ink hover:bg-hover">
      {label}
      <svg
        aria-hidden
        viewBox="0 0 12 12"
        className="size-3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="m3 4.500 3 3 3-3" />
      </svg>
    </AriaButton>
    <Popover
      placement="bottom end"
      className="min-w-48 rounded-card border border-line bg-raised p-1 shadow-lg outline-none"
    >
      <AriaMenu aria-label={label} className="outline-none">
        {items.map(({ id, label: text, onAction }) => (
          <MenuItem
            key={id}
            id={id}
            onAction={onAction}
            className="cursor-pointer rounded-md px-2.5 py-1.5 text-sm outline-none data-[focused]:bg-hover"
          >
            {text}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)
