//! Words from which people, places and goods are made up. None of them is anybody's data.

/// A city with its state, the state's IBGE code and the first digits of its postal codes.
#[derive(Debug, Clone, Copy, Default)]
pub struct City {
    pub name: &'static str,
    pub uf: &'static str,
    pub uf_code: u8,
    pub cep_prefix: &'static str,
}

const fn city(name: &'static str, uf: &'static str, uf_code: u8, cep_prefix: &'static str) -> City {
    City { name, uf, uf_code, cep_prefix }
}

/// Cities with a weight that follows their size.
#[rustfmt::skip]
pub static CITIES: &[(City, u32)] = &[
    (city("São Paulo", "SP", 35, "01"), 30), (city("Campinas", "SP", 35, "130"), 8),
    (city("Santos", "SP", 35, "110"), 4), (city("Ribeirão Preto", "SP", 35, "140"), 5),
    (city("Rio de Janeiro", "RJ", 33, "20"), 16), (city("Niterói", "RJ", 33, "240"), 4),
    (city("Belo Horizonte", "MG", 31, "30"), 10), (city("Uberlândia", "MG", 31, "384"), 4),
    (city("Vitória", "ES", 32, "290"), 3), (city("Curitiba", "PR", 41, "80"), 9),
    (city("Londrina", "PR", 41, "860"), 3), (city("Florianópolis", "SC", 42, "880"), 4),
    (city("Joinville", "SC", 42, "892"), 3), (city("Porto Alegre", "RS", 43, "90"), 8),
    (city("Caxias do Sul", "RS", 43, "950"), 3), (city("Salvador", "BA", 29, "40"), 7),
    (city("Feira de Santana", "BA", 29, "440"), 2), (city("Recife", "PE", 26, "50"), 6),
    (city("Fortaleza", "CE", 23, "60"), 6), (city("Natal", "RN", 24, "590"), 2),
    (city("João Pessoa", "PB", 25, "580"), 2), (city("Maceió", "AL", 27, "570"), 2),
    (city("São Luís", "MA", 21, "650"), 2), (city("Belém", "PA", 15, "660"), 3),
    (city("Manaus", "AM", 13, "690"), 3), (city("Goiânia", "GO", 52, "740"), 5),
    (city("Brasília", "DF", 53, "70"), 7), (city("Cuiabá", "MT", 51, "780"), 2),
    (city("Campo Grande", "MS", 50, "790"), 2), (city("Palmas", "TO", 17, "770"), 1),
];

pub static FEMALE_NAMES: &[&str] = &[
    "Ana Clara",
    "Beatriz",
    "Camila",
    "Daniela",
    "Eduarda",
    "Fernanda",
    "Gabriela",
    "Helena",
    "Isabela",
    "Juliana",
    "Larissa",
    "Letícia",
    "Mariana",
    "Natália",
    "Patrícia",
    "Rafaela",
    "Sofia",
    "Tatiane",
    "Vanessa",
    "Vitória",
    "Conceição",
    "Raíssa",
    "Luíza",
    "Maria Eduarda",
];

pub static MALE_NAMES: &[&str] = &[
    "André",
    "Bruno",
    "Caio",
    "Diego",
    "Eduardo",
    "Felipe",
    "Gustavo",
    "Henrique",
    "Igor",
    "João Pedro",
    "Leonardo",
    "Lucas",
    "Marcelo",
    "Mateus",
    "Otávio",
    "Paulo",
    "Rafael",
    "Rodrigo",
    "Sérgio",
    "Thiago",
    "Vinícius",
    "Antônio",
    "José Carlos",
    "Luís Fernando",
];

pub static SURNAMES: &[&str] = &[
    "Silva",
    "Santos",
    "Oliveira",
    "Souza",
    "Rodrigues",
    "Ferreira",
    "Alves",
    "Pereira",
    "Lima",
    "Gomes",
    "Costa",
    "Ribeiro",
    "Martins",
    "Carvalho",
    "Almeida",
    "Lopes",
    "Soares",
    "Fernandes",
    "Vieira",
    "Barbosa",
    "Rocha",
    "Dias",
    "Nascimento",
    "Araújo",
    "Moreira",
    "Cardoso",
    "Teixeira",
    "Cavalcanti",
    "Conceição",
    "Magalhães",
    "Gonçalves",
    "Simões",
];

pub static STREETS: &[&str] = &[
    "Rua das Acácias",
    "Rua Sete de Setembro",
    "Avenida Brasil",
    "Rua XV de Novembro",
    "Avenida Getúlio Vargas",
    "Rua Tiradentes",
    "Rua Dom Pedro II",
    "Avenida Rio Branco",
    "Travessa do Comércio",
    "Rua Santos Dumont",
    "Alameda dos Ipês",
    "Rua São João",
    "Avenida Presidente Kennedy",
    "Rua Marechal Deodoro",
    "Rua José Bonifácio",
    "Praça da República",
    "Rua Floriano Peixoto",
    "Avenida Beira-Mar",
];

pub static DISTRICTS: &[&str] = &[
    "Centro",
    "Jardim América",
    "Vila Nova",
    "Boa Vista",
    "Santa Luzia",
    "São José",
    "Bela Vista",
    "Jardim das Flores",
    "Cidade Nova",
    "Alto da Glória",
    "Industrial",
    "Água Verde",
];

pub static COMPLEMENTS: &[&str] =
    &["", "", "", "", "Apto 12", "Apto 304", "Bloco B, apto 51", "Casa 2", "Fundos", "Sala 8"];

pub static LANDMARKS: &[&str] =
    &["", "", "", "", "Próximo à padaria", "Em frente à praça", "Ao lado do mercado"];

pub static COMPANY_KINDS: &[&str] = &[
    "Comércio de Alimentos",
    "Papelaria",
    "Oficina",
    "Clínica",
    "Escola",
    "Construtora",
    "Padaria",
    "Informática",
];

pub static STORES: &[&str] = &[
    "Casa Jabuticaba",
    "Empório Sabiá",
    "Loja do Ipê",
    "Magazine Araucária",
    "Armazém Caju",
    "Bazar Maré Alta",
    "Oficina do Lar",
    "Ponto Cerrado",
];

pub static CARRIERS: &[(&str, &str)] = &[
    ("Correios", "https://rastreamento.correios.com.br/app/index.php"),
    ("Jadlog", "https://www.jadlog.com.br/tracking"),
    ("Total Express", "https://totalexpress.com.br/rastreamento"),
    ("Loggi", "https://www.loggi.com/rastreador"),
];

pub static CANCEL_REASONS: &[&str] = &[
    "Cliente desistiu da compra",
    "Pagamento não aprovado",
    "Boleto vencido",
    "Produto sem estoque",
    "Endereço não localizado",
    "Pedido duplicado",
];
