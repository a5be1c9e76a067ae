import { business } from '#shop/business.ts'

const { display, takesTexts } = business.phone

export const phoneWords = { call: 'Call', callInSentence: 'call', or: 'or', text: 'text' }

/** The shop's number within a sentence. The page and the emails make links of it. */
export const callOrText = `${
  takesTexts ? `${phoneWords.callInSentence} ${phoneWords.or} ${phoneWords.text}` : phoneWords.callInSentence
} ${display}`
