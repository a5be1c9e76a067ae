const buttons = [0, 1, 2, 3, 4]

/** Five horn buttons: the shop's stars. */
export function Rating({ label }: { label: string }) {
  return (
    <svg width="138" height="22" role="img" aria-label={label}>
      {buttons.map((place) => (
        <use key={place} href="#horn-button" x={place * 29} width="22" height="22" />
      ))}
    </svg>
  )
}
