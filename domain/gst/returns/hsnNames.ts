/** The offline tool's names, which it requires verbatim: gst.gov.in, list of HSN and SAC. */
const NAMES = `
998311 Management consulting and management services including financial, strategic, human resources, \
marketing, operations and supply chain management
998312 Business consulting services including public relations services
998313 Information technology consulting and support services
998314 Information technology design and development services
998315 Hosting and information technology infrastructure provisioning services
998319 Other information technology services nowhere else classified
998361 Advertising Services
998362 Purchase or sale of advertising space or time, on commission
998363 Sale of advertising space in print media (except on commission)
998364 Sale of television and radio advertising time
998365 Sale of Internet advertising space
998371 Market research services
998382 Advertising and related photography services
998383 Event photography and event videography services
998391 Specialty design services including interior design, fashion design, industrial design and other \
specialty design services
998397 Sponsorship services and brand promotion services
998399 Other professional, technical and business services nowhere else classified
998595 Specialised office support services such as duplicating services, mailing services, document \
preparation and the like
998596 Events, Exhibitions, Conventions and trade shows organisation and assistance services
998222 Accounting and bookkeeping services
999293 Commercial training and coaching services
999294 Other education and training services nowhere else classified
999612 Motion picture, videotape, television and radio programme production services
996331 Services provided by restaurants, cafes and similar eating facilities including takeaway services, \
room services and door delivery of food
997212 Rental or leasing services involving own or leased non-residential property
9983 Other professional, technical and business services
`;

const BY_CODE = new Map(
  NAMES.trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const),
);

/** Returns the portal's name of a service code, or undefined if it is not in our list. */
export const officialName = (code: string): string | undefined => BY_CODE.get(code);
