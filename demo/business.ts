/**
 * Your name, address, and contact details. Every page, email, and calendar entry takes these facts from here. Change the
 * text between the quotes, and leave the words before the colons.
 */
export const business = {
  name: 'Hollis & Crane',
  trade: 'Custom Tailors',

  /** For search engines: 'ClothingStore' or 'MensClothingStore'. */
  kind: 'MensClothingStore',

  address: {
    street: '1412 Example Street, Suite 200',
    city: 'Dallas',
    region: 'TX',
    /** For use in a sentence. */
    regionName: 'Texas',
    postalCode: '75201',
    country: 'US',
  },

  phone: {
    display: '(214) 555-0142',
    /** To dial: country code, digits only. */
    dial: '+12145550142',
    /** With false, the page offers only calls. */
    takesTexts: true as boolean,
  },

  /** Where clients write. Bookings go to BUSINESS_EMAIL, a setting (see README). */
  email: 'fittings@hollisandcrane.example',
  website: { label: 'hollisandcrane.example', url: 'https://hollisandcrane.example/' },

  social: [
    { label: 'Facebook', url: 'https://www.facebook.com/hollisandcrane.example' },
    { label: 'Instagram', url: 'https://www.instagram.com/hollisandcrane.example' },
    { label: 'LinkedIn', url: 'https://www.linkedin.com/company/hollisandcrane.example' },
    { label: 'TikTok', url: 'https://www.tiktok.com/@hollisandcrane.example' },
  ],

  /** The shop's clock, as an IANA name. Every date and time on the page is in this time zone. */
  timeZone: 'America/Chicago',
  timeZoneName: 'Dallas time',

  /** The first day of each week at the desk: 'sunday' or 'monday'. */
  weekBegins: 'sunday' as 'sunday' | 'monday',
} as const

export const addressLine = `${business.address.street}, ${business.address.city}, ${business.address.region} ${business.address.postalCode}`

/** The firm's full name, for calendar events, emails, and the browser's tab. */
export const fullName = `${business.name}, ${business.trade}`
