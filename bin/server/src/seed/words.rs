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

/// A kind of goods: where it stands in the category tree, its variations, its prices and its sizes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Goods {
    pub code: &'static str,
    pub name: &'static str,
    pub path: &'static [&'static str],
    pub brands: &'static [&'static str],
    pub models: &'static [&'static str],
    pub axis_1: (&'static str, &'static [&'static str]),
    pub axis_2: (&'static str, &'static [&'static str]),
    /// Lowest and highest price, whole reais.
    pub price: (i64, i64),
    /// Width, height, length in centimetres, weight in grams.
    pub size: (i32, i32, i32, i32),
}

const COLOURS: (&str, &[&str]) = ("Cor", &["Azul", "Preto", "Branco", "Vermelho", "Verde", "Cinza"]);
const CLOTHES: (&str, &[&str]) = ("Tamanho", &["P", "M", "G", "GG"]);
const SHOES: (&str, &[&str]) = ("Numeração", &["35", "36", "37", "38", "39", "40", "41", "42", "43"]);
const VOLTAGE: (&str, &[&str]) = ("Voltagem", &["110V", "220V"]);
const NONE: (&str, &[&str]) = ("", &[""]);

#[rustfmt::skip]
pub static GOODS: &[Goods] = &[
    Goods { code: "CAM", name: "Camiseta", path: &["Moda", "Roupas", "Camisetas"], brands: &["Algodoal", "Mandacaru"], models: &["Básica", "Gola V", "Estampada Litoral", "Dry Fit"], axis_1: COLOURS, axis_2: CLOTHES, price: (29, 119), size: (25, 3, 30, 180) },
    Goods { code: "CAL", name: "Calça Jeans", path: &["Moda", "Roupas", "Calças"], brands: &["Algodoal", "Serra Azul"], models: &["Reta", "Skinny", "Slim", "Wide Leg"], axis_1: ("Lavagem", &["Clara", "Média", "Escura"]), axis_2: ("Tamanho", &["36", "38", "40", "42", "44", "46"]), price: (89, 259), size: (30, 6, 38, 700) },
    Goods { code: "TEN", name: "Tênis", path: &["Moda", "Calçados", "Tênis"], brands: &["Trilheira", "Passo Leve"], models: &["Corrida", "Casual", "Caminhada", "Skate"], axis_1: COLOURS, axis_2: SHOES, price: (119, 499), size: (22, 13, 33, 900) },
    Goods { code: "SAN", name: "Sandália", path: &["Moda", "Calçados", "Sandálias"], brands: &["Passo Leve", "Areia Fina"], models: &["Rasteira", "Anabela", "Papete"], axis_1: COLOURS, axis_2: SHOES, price: (39, 189), size: (20, 10, 30, 500) },
    Goods { code: "PAN", name: "Panela", path: &["Casa", "Cozinha", "Panelas"], brands: &["Forno Mineiro", "Cobre & Cia"], models: &["de Pressão", "Antiaderente", "de Ferro", "Wok"], axis_1: COLOURS, axis_2: ("Capacidade", &["3 L", "4,5 L", "7 L"]), price: (59, 389), size: (28, 18, 40, 2400) },
    Goods { code: "LIQ", name: "Liquidificador", path: &["Casa", "Eletroportáteis", "Liquidificadores"], brands: &["Ventania", "Eletrolar"], models: &["Turbo 600", "Max 1000", "Compacto"], axis_1: COLOURS, axis_2: VOLTAGE, price: (99, 349), size: (22, 40, 24, 2600) },
    Goods { code: "CAF", name: "Cafeteira", path: &["Casa", "Eletroportáteis", "Cafeteiras"], brands: &["Eletrolar", "Serra do Café"], models: &["Italiana", "Expresso", "de Cápsula"], axis_1: COLOURS, axis_2: VOLTAGE, price: (79, 899), size: (25, 32, 28, 3100) },
    Goods { code: "LEN", name: "Jogo de Lençol", path: &["Casa", "Cama, Mesa e Banho", "Lençóis"], brands: &["Rede & Renda"], models: &["200 Fios", "400 Fios", "Malha"], axis_1: COLOURS, axis_2: ("Medida", &["Solteiro", "Casal", "Queen", "King"]), price: (69, 399), size: (30, 10, 38, 1500) },
    Goods { code: "TOA", name: "Toalha de Banho", path: &["Casa", "Cama, Mesa e Banho", "Toalhas"], brands: &["Rede & Renda", "Maresia"], models: &["Felpuda", "Gigante"], axis_1: COLOURS, axis_2: NONE, price: (25, 99), size: (30, 6, 35, 550) },
    Goods { code: "FON", name: "Fone de Ouvido", path: &["Eletrônicos", "Áudio", "Fones"], brands: &["Sabiá Som", "Batuque"], models: &["Bluetooth Mini", "Over-Ear", "Esportivo", "com Fio"], axis_1: COLOURS, axis_2: NONE, price: (39, 599), size: (12, 6, 16, 220) },
    Goods { code: "CXS", name: "Caixa de Som", path: &["Eletrônicos", "Áudio", "Caixas de Som"], brands: &["Batuque", "Sabiá Som"], models: &["Portátil", "Torre", "à Prova d'Água"], axis_1: COLOURS, axis_2: NONE, price: (79, 1299), size: (20, 20, 25, 1800) },
    Goods { code: "CEL", name: "Capa para Celular", path: &["Eletrônicos", "Celulares", "Acessórios"], brands: &["Casca Dura"], models: &["Silicone", "Anti-impacto", "Carteira"], axis_1: COLOURS, axis_2: ("Modelo", &["6,1\"", "6,4\"", "6,7\""]), price: (15, 89), size: (0, 0, 0, 60) },
    Goods { code: "MOU", name: "Mouse", path: &["Eletrônicos", "Informática", "Periféricos"], brands: &["Teclar"], models: &["sem Fio", "Gamer", "Vertical"], axis_1: COLOURS, axis_2: NONE, price: (25, 349), size: (10, 5, 14, 150) },
    Goods { code: "TEC", name: "Teclado", path: &["Eletrônicos", "Informática", "Periféricos"], brands: &["Teclar"], models: &["Mecânico", "ABNT2 Slim"], axis_1: COLOURS, axis_2: ("Switch", &["Azul", "Marrom", "Vermelho"]), price: (59, 699), size: (16, 4, 46, 900) },
    Goods { code: "BOL", name: "Bola", path: &["Esporte", "Futebol", "Bolas"], brands: &["Várzea"], models: &["Campo", "Society", "Futsal"], axis_1: COLOURS, axis_2: NONE, price: (49, 249), size: (23, 23, 23, 430) },
    Goods { code: "GAR", name: "Garrafa Térmica", path: &["Esporte", "Acessórios", "Garrafas"], brands: &["Nascente"], models: &["Inox", "Esportiva"], axis_1: COLOURS, axis_2: ("Volume", &["500 mL", "750 mL", "1 L"]), price: (35, 189), size: (9, 28, 9, 420) },
    Goods { code: "RAC", name: "Ração", path: &["Pet", "Cães", "Alimentação"], brands: &["Quintal"], models: &["Adulto", "Filhote", "Sênior"], axis_1: ("Sabor", &["Frango", "Carne", "Cordeiro"]), axis_2: ("Peso", &["1 kg", "3 kg", "15 kg"]), price: (25, 329), size: (30, 10, 45, 3000) },
    Goods { code: "ARR", name: "Arranhador", path: &["Pet", "Gatos", "Brinquedos"], brands: &["Quintal"], models: &["Torre", "Rampa"], axis_1: ("Cor", &["Bege", "Cinza"]), axis_2: NONE, price: (59, 289), size: (40, 12, 60, 3500) },
    Goods { code: "PRF", name: "Perfume", path: &["Beleza", "Perfumaria", "Perfumes"], brands: &["Flor de Cacto"], models: &["Brisa", "Noite Tropical", "Âmbar"], axis_1: ("Volume", &["30 mL", "50 mL", "100 mL"]), axis_2: NONE, price: (79, 459), size: (8, 14, 8, 350) },
    Goods { code: "LIV", name: "Livro", path: &["Livros", "Literatura", "Contos"], brands: &["Editora Varanda"], models: &["Contos do Sertão", "Cartas de Ouro Preto", "A Casa do Rio", "Noites de São João"], axis_1: ("Formato", &["Brochura", "Capa dura"]), axis_2: NONE, price: (29, 129), size: (14, 2, 21, 320) },
];
